// What waits on this device and does not go out by itself: entries of somebody else, and what the device could not keep.
import { fill, html } from "../board/svg.js";

export class Waiting {
  /** `person`: who is signed in; `signIn`: the template with the way to another account; `choose(title, options)`: a question; `onSend`: there is something to send. */
  constructor({ others, unkept }, { words, person, signIn, choose, onSend }) {
    Object.assign(this, { others, unkept, words, person, signIn, choose, onSend, shown: "" });
  }

  show({ authors, isFull }, queue) {
    this.unkept.hidden = !isFull;
    const now = JSON.stringify(authors);
    if (now === this.shown) return;
    this.shown = now;
    this.others.replaceChildren(...authors.map((author) => this.notice(author, queue)));
  }

  notice(author, queue) {
    const { words } = this;
    const said = fill(author.by === "guest" ? words.guestWaits : words.othersWait, author);
    const discard = html("button", { type: "button", class: "button button-small" }, words.discardWaiting);
    discard.addEventListener("click", () => this.discard(author, queue));
    return html("div", { class: "notice notice-warn", role: "status" }, html("div", {}, html("p", { class: "flush" }, said), html("div", { class: "cluster flush" }, this.way(author, queue), discard)));
  }

  /** What was made without an account may go out under a name; what somebody with an account made goes under theirs alone. */
  way(author, queue) {
    const { words } = this;
    if (author.by !== "guest") {
      const way = this.signIn.content.firstElementChild.cloneNode(true);
      (way.querySelector("button") ?? way).textContent = fill(words.signInAs, author);
      return way;
    }
    const adopt = html("button", { type: "button", class: "button button-small" }, fill(words.sendMyself, this.person));
    adopt.addEventListener("click", () => {
      queue.adopt(author.by);
      this.onSend();
    });
    return adopt;
  }

  async discard(author, queue) {
    const sure = await this.choose(this.words.discardSure, [[this.words.putAway, false, "button-primary"], [this.words.discardWaiting, true, "button-danger"]]);
    if (sure) queue.discard(author.by);
  }
}
