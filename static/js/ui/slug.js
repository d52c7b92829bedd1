const LIGATURES = { œ: "oe", æ: "ae", ß: "ss", ø: "o" };

/** As rules.common.names.slugify: accents and apostrophes dropped, ligatures written out, other characters a hyphen. */
export function slug(name) {
  const plain = name.toLowerCase().replaceAll(/['’‘ʼ\u0060´]/g, "").replaceAll(/[œæßø]/g, (ligature) => LIGATURES[ligature]);
  const letters = plain.normalize("NFKD").replaceAll(/\p{Mn}/gu, "").toLowerCase();
  return letters.replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-|-$/g, "");
}
