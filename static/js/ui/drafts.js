// What was typed into a form that could not be sent, because its writer was no longer signed in, its page was too old or
// the network was away, stands in it again when they come back to its page. Kept in this tab only; passwords and files never.
import { inside } from "./pieces.js";
import { quietly } from "./quietly.js";

const KEPT = "draft";
// Pages to sign in; what is typed there is not kept.
const WAYS_IN = "/accounts/";
const TYPED = "textarea, input:not([type]), [type=text], [type=number], [type=search], [type=email], [type=url]";

const written = (form) => [...form.querySelectorAll(TYPED)].filter((field) => field.name && !field.hidden);
const target = (form) => new URL(form.getAttribute("action") ?? "", location).pathname;
const isWayIn = () => location.pathname.startsWith(WAYS_IN);

const draft = {
  get: () => quietly(() => JSON.parse(sessionStorage.getItem(KEPT))),
  set: (content) => quietly(() => sessionStorage.setItem(KEPT, JSON.stringify(content))),
  forget: () => quietly(() => sessionStorage.removeItem(KEPT)),
};

// Back from a page that never came, as without a network: what is left did not arrive
const left = draft.get();
if (left && performance.getEntriesByType("navigation")[0]?.type === "back_forward") draft.set({ ...left, notSent: true });

document.addEventListener("submit", ({ target: form }) => {
  if (form.getAttribute("method") !== "post" || isWayIn()) return;
  const fields = written(form).map((field) => [field.name, field.value]).filter(([, value]) => value);
  if (fields.length) draft.set({ page: location.pathname, action: target(form), fields });
}, { capture: true });

function putBack(kept, root) {
  const form = inside(root, "form").find((one) => target(one) === kept.action);
  if (!form) return;
  const typed = new Map(kept.fields);
  written(form).filter((field) => typed.has(field.name)).forEach((field) => {
    field.value = typed.get(field.name);
    field.closest("details")?.setAttribute("open", "");
  });
  draft.forget();
}

export function drafts(root) {
  const kept = draft.get();
  if (!kept) return;
  const notSent = isWayIn() || document.querySelector("[data-not-sent]");
  if (notSent) draft.set({ ...kept, notSent: true });
  // It arrived.
  else if (!kept.notSent) draft.forget();
  else if (kept.page === location.pathname) putBack(kept, root);
}
