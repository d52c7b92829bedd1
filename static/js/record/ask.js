// One request to the server, and what became of it. Only what the site itself answers counts: a hall's sign-in page or
// a proxy on the way answers too, often with 200, and then the server has heard nothing.
const PATIENCE = 15000;
const REFUSALS = new Set([400, 404, 409, 422]);
const WITHOUT_DOCUMENT = { 304: "unchanged", 401: "shut", 403: "shut" };

const token = () => JSON.parse(document.body.getAttribute("hx-headers"))["X-CSRFToken"];

function request(sent, patience, tag) {
  const known = tag ? { "If-None-Match": tag } : {};
  const always = { cache: "no-store", signal: AbortSignal.timeout(patience), headers: { Accept: "application/json", ...known } };
  if (!sent) return always;
  const headers = { ...always.headers, "X-CSRFToken": token() };
  if (sent instanceof FormData) return { ...always, method: "POST", body: sent, headers };
  return { ...always, method: "POST", body: JSON.stringify(sent), headers: { ...headers, "Content-Type": "application/json" } };
}

/**
 * `kind` is one of
 * "taken": `said` is the table as it stands now, or what else must be asked before the entry can stand;
 * "unchanged": the table still has this `tag`;
 * "refused": `said` is why it does not stand, with a code;
 * "shut": whoever sits here may not write, or is not signed in any more;
 * "unheard": nobody answered, or not the site; the same can be sent again.
 */
export async function ask(address, sent, { patience = PATIENCE, tag = null } = {}) {
  try {
    return await understood(await fetch(address, request(sent, patience, tag)));
  } catch {
    return { kind: "unheard" }; // no line, too slow, no JSON, or cut off half way
  }
}

async function understood(answer) {
  if (answer.status in WITHOUT_DOCUMENT) return { kind: WITHOUT_DOCUMENT[answer.status] };
  const said = await answer.json();
  if (answer.ok && (Number.isInteger(said.version) || said.ask)) return { kind: "taken", said };
  if (REFUSALS.has(answer.status) && said.code) return { kind: "refused", said };
  return { kind: "unheard" };
}
