// Tells the site the browser's time zone, for pages of people who chose none themselves, and fills it in where the site
// did not know any: <input data-browser-zone>.
export function zone(root) {
  const name = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (name) root.querySelectorAll("[data-browser-zone]").forEach((field) => (field.value = name));
  if (!name || document.cookie.split("; ").includes(`tz=${name}`)) return;
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `tz=${name}; Max-Age=31536000; Path=/; SameSite=Lax${secure}`;
}
