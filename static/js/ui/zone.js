// Tells the site the browser's time zone, for pages of people who chose none themselves, and fills it in where nobody has
// chosen one: <input data-browser-zone list="...">, whose list has the cities with their zones.
export function zone(root) {
  const name = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (name) root.querySelectorAll("[data-browser-zone]").forEach((field) => fill(field, name));
  if (!name || document.cookie.split("; ").includes(`tz=${name}`)) return;
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `tz=${name}; Max-Age=31536000; Path=/; SameSite=Lax${secure}`;
}

// Leaves alone what somebody typed, a draft or the browser brought back, and zones that the site does not know. A zone is shown as
// the city that it is named after.
function fill(field, name) {
  const known = [...field.list.options].filter(({ text }) => text === name).map(({ value }) => value);
  const city = name.split("/").at(-1).replaceAll("_", " ");
  if (field.value === field.defaultValue && (known.length || name === "UTC")) field.value = known.includes(city) ? city : name;
}
