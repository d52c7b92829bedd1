// For localStorage and sessionStorage, which may be switched off, full, or hold what cannot be read.

/** The answer of `action`, or null where it fails. */
export function quietly(action) {
  try { return action(); } catch { return null; }
}
