/** A browser may be told to keep nothing, and what is kept may be too long for it or unreadable: then there is nothing. */
export function quietly(deed) {
  try { return deed(); } catch { return null; }
}
