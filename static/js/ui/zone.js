// Tells the site the browser's time zone, for pages of people who chose none themselves.
export function zone() {
  const name = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!name || document.cookie.split("; ").includes(`tz=${name}`)) return;
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `tz=${name}; Max-Age=31536000; Path=/; SameSite=Lax${secure}`;
}
