// A spell copied from the card in the hand: fields of the card editor, kept and sent like everything else that is entered.
import { fill, html } from "../board/svg.js";
import { spellLine } from "./card.js";
import { layOut, putAway } from "./sheet.js";

const NAME = "spells-0-name";
const group = (field) => field.closest(".field, fieldset") ?? field.parentElement;

export class Copying {
  /** `form`: the template with its fields; `onSave(copied, said, entry)` where `entry` is one that was refused; `onDrop(entry)`. */
  constructor(sheet, { words, form, unitName, onSave, onDrop }) {
    Object.assign(this, { sheet, words, form, unitName, onSave, onDrop, copied: { from: [], spells: [] } });
  }

  show(copied) {
    this.copied = copied ?? this.copied;
  }

  /** `values` fill it in; `corrects` is the spell that it takes the place of. */
  open(unit, { values = {}, corrects = "", entry = null, errors = {}, why = "" } = {}) {
    const form = this.form.content.firstElementChild.cloneNode(true);
    form.querySelector("[data-copy-title]").textContent = fill(this.words.copyFrom, { unit: this.unitName(unit) });
    for (const [name, value] of Object.entries(values)) put(form.elements[name], value);
    form.querySelector("[data-copy-cancel]").addEventListener("click", () => this.close(entry));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.save(unit, form, { corrects, entry });
    });
    layOut(this.sheet, form);
    const wrong = this.mark(form, errors, why);
    (wrong ?? form.elements[NAME]).focus({ preventScroll: !wrong });
  }

  save(unit, form, { corrects, entry }) {
    const fields = Object.fromEntries(new FormData(form));
    putAway(this.sheet);
    this.onSave({ unit, fields, corrects }, fill(this.words.copySaid, { spell: fields[NAME] }), entry);
  }

  close(entry) {
    putAway(this.sheet);
    if (entry) this.onDrop(entry);
  }

  /** What the server could not read: the form again, as it was filled in, each error beside its field. */
  refused(entry, { detail, article, errors = {} }) {
    const { unit, fields, corrects } = entry.copied;
    this.open(unit, { values: fields, corrects, entry, errors, why: article ? `${detail} (${article})` : detail });
  }

  /** Answers the first field that is wrong. */
  mark(form, errors, why) {
    const notice = form.querySelector("[data-copy-why]");
    notice.hidden = !why;
    notice.textContent = why;
    const marked = Object.entries(errors).map(([path, said]) => this.beside(form, path, said));
    return marked.find(Boolean);
  }

  beside(form, path, said) {
    const field = fieldOf(form, path);
    if (!field) return null;
    const list = html("ul", { class: "errorlist", id: `${field.name}-wrong` }, ...said.map((each) => html("li", {}, each)));
    group(field).classList.add("field-error");
    group(field).append(list);
    field.setAttribute("aria-invalid", "true");
    field.setAttribute("aria-describedby", list.id);
    return field;
  }

  /** What stands below the card of a figure: its copied spells, and the way to copy another. */
  controls(unit) {
    if (!this.copied.from.includes(unit)) return null;
    const own = this.copied.spells.filter((spell) => spell.unit === unit);
    return html("div", {},
      html("ul", { class: "plain-list small" }, ...own.map(spellLine)),
      html("p", { class: "cluster flush" }, ...own.map((spell) => this.correction(unit, spell)), this.button(this.words.copySpell, () => this.open(unit))));
  }

  /** The way to correct it; once it was cast, what comes first. */
  correction(unit, { slug, name, fields, cast }) {
    if (cast) return html("span", { class: "small soft" }, fill(this.words.copyCast, { spell: name }));
    return this.button(fill(this.words.copyCorrect, { spell: name }), () => this.open(unit, { values: fields, corrects: slug }));
  }

  button(label, onPress) {
    const made = html("button", { type: "button", class: "button button-small" }, label);
    made.addEventListener("click", onPress);
    return made;
  }
}

function put(field, value) {
  if (!field) return;
  if (field.type === "checkbox") field.checked = Boolean(value);
  else field.value = value;
}

/** The field of a path, or the first of those inside it, or of what it stands in. */
function fieldOf(form, path) {
  for (let at = path; at.includes("-"); at = at.slice(0, at.lastIndexOf("-"))) {
    const found = form.querySelector(`[name="${CSS.escape(at)}"], [name^="${CSS.escape(at)}-"]`);
    if (found) return found;
  }
  return null;
}
