// <form data-ranks>: a number key chooses the radio button of that place in the row that has the focus, and goes on to the next.
document.addEventListener("keydown", (event) => {
  const row = event.target.closest("form[data-ranks] tr");
  const radio = row?.querySelectorAll("input[type=radio]")[Number(event.key) - 1];
  if (!radio || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  radio.click();
  const next = row.nextElementSibling;
  (next?.querySelector("input:checked") ?? next?.querySelector("input") ?? radio).focus();
});
