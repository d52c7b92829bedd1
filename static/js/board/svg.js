// Makes elements, for drawings and for pages, and fills in texts.
const SVG = "http://www.w3.org/2000/svg";

/** svg("rect", {x: 1, class: "cell"}, child, "text"): nothing here is ever parsed as markup. */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) if (value !== null && value !== undefined) element.setAttribute(key, value);
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** The same for the page's own elements. */
export function html(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) if (value !== null && value !== undefined) element.setAttribute(key, value);
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** "{unit} on {cell}" with its places filled in. */
export const fill = (text, values) => text.replaceAll(/\{(\w+)\}/g, (_, key) => values[key] ?? "");
