// Makes the recorder ready for a game without a line: copies what it needs, then starts the rules beside the page.
import { Engine } from "./engine.js";
import { canKeep, keepAll, readPlan } from "./keeping.js";
import { Local } from "./local.js";

const CONTROL = 3000; // until a new service worker hands out its copies

/** `told`: what the page says of it; null where the site does not offer it. `onChange(standing)`: see `words` in record.js. */
export function offlinePlay(told, key, onChange) {
  if (!told) return null;
  const engine = new Engine();
  const local = new Local({ key, table: told, engine });
  let standing = null;
  const say = (now) => {
    standing = now;
    onChange(now);
  };
  const prepare = async () => {
    if (standing === "preparing" || standing === "ready") return;
    say("preparing");
    say(await ready(engine, told));
  };
  window.addEventListener("online", prepare);
  const again = () => standing === "failed" && prepare();
  return { local, prepare, again };
}

/** "ready", "open" (as long as the page is) or "failed". */
async function ready(engine, told) {
  try {
    const plan = await readPlan(told.plan);
    const kept = await keepAll({ plan, address: told.plan, facts: told.facts, person: told.person }).catch(() => false);
    if (kept) await inControl();
    if (!engine.isReady && !(await engine.start(plan, told.facts))) return "failed";
    return kept && canKeep() ? "ready" : "open";
  } catch {
    return "failed";
  }
}

/** So that what was just copied is not fetched a second time. */
function inControl() {
  if (navigator.serviceWorker.controller) return undefined;
  return new Promise((resolve) => {
    navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true });
    setTimeout(resolve, CONTROL);
  });
}
