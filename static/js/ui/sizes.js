// <textarea data-most-bytes="1000000" data-too-large="..."> says that a text is too large before it is sent, and keeps it.
export function sizes(root) {
  root.querySelectorAll("[data-most-bytes]").forEach((field) => {
    const look = () => {
      const bytes = new TextEncoder().encode(field.value).length;
      field.setCustomValidity(bytes > Number(field.dataset.mostBytes) ? field.dataset.tooLarge : "");
    };
    field.addEventListener("input", look);
    look();
  });
}
