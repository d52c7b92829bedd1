// The link, the picture and the code for another page, each of the action that is shown now.
export function addressAt(address, count) {
  const url = new URL(address, location.href);
  url.searchParams.set("action", count);
  return url.href;
}

export class Share {
  /** `section` holds fields with [data-share-of="link"|"embed"] and their addresses, and the link to the picture. */
  constructor(section, { count }) {
    this.section = section;
    section.addEventListener("toggle", () => section.open && this.write(count()));
  }

  show(count) {
    if (this.section.open) this.write(count);
  }

  write(count) {
    const { link, embed, code } = this.section.dataset;
    this.field("link").value = addressAt(link, count);
    this.field("embed").value = codeAt(code, addressAt(embed, count));
    const picture = this.section.querySelector("[data-picture]");
    picture.href = addressAt(picture.dataset.picture, count);
  }

  field(name) {
    return this.section.querySelector(`[data-share-of=${name}]`);
  }
}

/** The code as the server wrote it, with the names in it escaped there; the first {address} is its own. */
export const codeAt = (code, address) => code.replace("{address}", () => address);
