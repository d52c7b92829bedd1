// Tells the site the browser's time zone, for pages of people who chose none themselves, and fills it in where nobody has
// chosen one: <input data-browser-zone list="...">, whose list has the cities with their zones.
export function zone(root) {
  const name = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (name) root.querySelectorAll("[data-browser-zone]").forEach((field) => fill(field, name));
  if (!name || document.cookie.split("; ").includes(`tz=${name}`)) return;
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `tz=${name}; Max-Age=31536000; Path=/; SameSite=Lax${secure}`;
}

// Leaves alone what somebody typed, a draft or the browser brought back, and zones that the site does not know.
function fill(field, name) {
  if (field.value === field.defaultValue && isKnown(field.list, name)) field.value = name;
}

function isKnown(list, name) {
  return name === "UTC" || [...list.options].some((city) => city.text === name);
}
