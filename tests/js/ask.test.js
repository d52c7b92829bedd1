import { ask } from "../../static/js/record/ask.js";
import { equal, server, test } from "./harness.js";

document.body.setAttribute("hx-headers", '{"X-CSRFToken": "token"}');
const kindOf = async (answer) => {
  server(() => answer);
  return (await ask("/enter/", {})).kind;
};

test("the recorder's own answer counts", async () => {
  equal(await kindOf({ said: { version: 3 } }), "taken");
  equal(await kindOf({ said: { ask: [] } }), "taken");
});

test("a refusal with a code counts", async () => {
  for (const status of [400, 404, 409, 422]) equal(await kindOf({ status, said: { code: "illegal" } }), "refused");
});

test("a table that has not changed says so without a document", async () => {
  equal(await kindOf({ status: 304 }), "unchanged");
});

test("whoever may not write is told so", async () => {
  for (const status of [401, 403]) equal(await kindOf({ status, said: "Sign in" }), "shut");
});

test("an answer of somebody else leaves the entry unheard", async () => {
  equal(await kindOf({ said: "<title>Welcome to the hall</title>" }), "unheard");
  equal(await kindOf({ said: { version: "3" } }), "unheard");
  equal(await kindOf({ said: {} }), "unheard");
  equal(await kindOf({ status: 404, said: {} }), "unheard");
  equal(await kindOf({ status: 502, said: { code: "bad-gateway" } }), "unheard");
  equal(await kindOf(undefined), "unheard");
});

test("what is sent carries the form's token as JSON", async () => {
  const asked = server(() => ({ said: { version: 1 } }));
  await ask("/enter/", { action: { do: "pass" } });
  equal([asked[0].sent, asked[0].headers["X-CSRFToken"], asked[0].headers["Content-Type"]], [{ action: { do: "pass" } }, "token", "application/json"]);
});
