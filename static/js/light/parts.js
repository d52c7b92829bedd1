// What is chosen beside a button of the score: lists, ticks and numbers of its form, as the server reads them (views/light.py).
export function filledIn(form) {
  const parts = {};
  for (const field of form.querySelectorAll("[data-list], [data-flag], [data-number]")) {
    if ("flag" in field.dataset) parts[field.name] = field.checked;
    else if ("number" in field.dataset) parts[field.name] = Number(field.value);
    else {
      parts[field.name] ??= [];
      if (field.type === "checkbox" ? field.checked : field.value) parts[field.name].push(field.value);
    }
  }
  return parts;
}
