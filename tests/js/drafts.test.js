import { drafts } from "../../static/js/ui/drafts.js";
import { equal, page, test } from "./harness.js";

const FORM = `<form method="post" action="/send/"><details><input name="title"><textarea name="text"></textarea></details>
  <input name="secret" type="password"><input name="token" type="hidden" value="1"></form>`;

const at = (path, markup) => {
  history.replaceState(null, "", path);
  page(`<main>${markup}</main>`);
};
const open = (path, markup) => {
  at(path, markup);
  drafts(document);
};
const fill = (values) => Object.entries(values).forEach(([name, value]) => (document.querySelector(`[name=${name}]`).value = value));
const submit = () => document.querySelector("form").dispatchEvent(new SubmitEvent("submit", { bubbles: true }));
const valueOf = (name) => document.querySelector(`[name=${name}]`).value;
const draft = () => JSON.parse(sessionStorage.getItem("draft"));

function written(values) {
  open("/write/", FORM);
  fill(values);
  submit();
}

test("what could not be sent stands in its form again", () => {
  written({ title: "Lost dice", text: "They fell." });
  open("/accounts/login/", "");
  open("/write/", FORM);
  equal([valueOf("title"), valueOf("text")], ["Lost dice", "They fell."]);
  equal(document.querySelector("details").open, true);
  equal(draft(), null);
});

test("a page that says it was too old keeps the text", () => {
  written({ title: "Lost dice" });
  open("/send/", "<p data-not-sent></p>");
  open("/write/", FORM);
  equal(valueOf("title"), "Lost dice");
});

test("what arrived is forgotten", () => {
  written({ title: "Lost dice" });
  open("/thanks/", "");
  equal(draft(), null);
  open("/accounts/login/", "");
  open("/write/", FORM);
  equal(valueOf("title"), "");
});

test("another page on the way back leaves it waiting", () => {
  written({ title: "Lost dice" });
  open("/accounts/login/", "");
  open("/home/", FORM);
  equal(valueOf("title"), "");
  open("/write/", FORM);
  equal(valueOf("title"), "Lost dice");
});

test("another form of the page does not get it", () => {
  written({ title: "Lost dice" });
  open("/accounts/login/", "");
  open("/write/", FORM.replace("/send/", "/other/"));
  equal([valueOf("title"), draft().action], ["", "/send/"]);
});

test("passwords and hidden fields are never kept", () => {
  written({ title: "Lost dice", secret: "hunter2" });
  equal(draft().fields, [["title", "Lost dice"]]);
});

test("what is typed to sign in is not kept", () => {
  at("/accounts/login/", FORM);
  fill({ title: "ana" });
  submit();
  equal(draft(), null);
});

test("a search is not kept", () => {
  open("/write/", FORM.replace('method="post"', ""));
  fill({ title: "dice" });
  submit();
  equal(draft(), null);
});
