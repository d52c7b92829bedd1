// What is chosen beside a button of the score: lists, ticks, texts and numbers of its form, as the server reads them (views/light.py).
const isChosen = (field) => field.type === "checkbox" ? field.checked : field.value !== "";

const KINDS = {
  list: (parts, field) => {
    parts[field.name] ??= [];
    if (isChosen(field)) parts[field.name].push(field.value);
  },
  flag: (parts, field) => { parts[field.name] = field.checked; },
  digit: (parts, field) => { if (field.value) parts[field.name] = Number(field.value); },
  number: (parts, field) => { parts[field.name] = Number(field.value); },
  named: (parts, field) => {
    const [table, thing] = field.name.split(".");
    if (field.value) (parts[table] ??= {})[thing] = field.value;
  },
  table: count,
  text: (parts, field) => { if (field.value) parts[field.name] = field.value; },
  some: (parts, field) => { if (isChosen(field)) (parts[field.name] ??= []).push(field.value); },
};

/** `what`: the action, or the kind of a quest; a field with `data-of` is asked of those alone. */
export function filledIn(form, what) {
  const parts = {};
  for (const [kind, add] of Object.entries(KINDS)) {
    for (const field of form.querySelectorAll(`[data-${kind}]`)) {
      if (field.dataset.of?.split(" ").includes(what) ?? true) add(parts, field);
    }
  }
  return parts;
}

/** `sold.wood` says how many of a thing; `sold.` names one thing. */
function count(parts, field) {
  const [table, thing] = field.name.split("."), named = field.value.trim();
  parts[table] ??= {};
  if (!thing && named) parts[table][named] = 1;
  else if (thing && Number(named) > 0) parts[table][thing] = Number(named);
}
