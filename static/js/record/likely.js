// Up to three likely next actions, in a place of their own; whoever does not want them switches them off on this device.
import { html } from "../board/svg.js";
import { renew } from "./focus.js";
import { quietly } from "../ui/quietly.js";

const OFF = "record-likely-off";

export class Likely {
  /** `wanted`: the box that switches them; `onTake(actions, said, cast)`: whether it is entered. */
  constructor(place, { wanted, onTake }) {
    Object.assign(this, { place, wanted, onTake, proposed: [], isMine: false, isCut: false });
    wanted.checked = quietly(() => localStorage.getItem(OFF)) !== "yes";
    wanted.addEventListener("change", () => {
      quietly(() => (wanted.checked ? localStorage.removeItem(OFF) : localStorage.setItem(OFF, "yes")));
      this.draw();
    });
    place.addEventListener("click", (event) => {
      const button = event.target.closest("[data-number]");
      if (button && !this.isEntered) this.take(this.proposed[Number(button.dataset.number)]);
    });
  }

  show({ likely = [] }, isMine) {
    Object.assign(this, { proposed: likely, isMine, isEntered: false });
    this.draw();
  }

  /** Without the rules at hand those of the last position mean nothing. */
  cutOff(isCut) {
    this.isCut = isCut;
    this.draw();
  }

  /** One tap enters one, and those of this position are old from then on; of a spell the outcomes are shown first. */
  take({ actions, label, cast }) {
    this.isEntered = true;
    this.draw();
    if (this.onTake(actions, label, cast)) return;
    this.isEntered = false;
    this.draw();
  }

  draw() {
    this.place.hidden = !this.wanted.checked || !this.isMine || this.isCut || !this.proposed.length;
    const button = ({ label }, number) => html("button", { type: "button", class: this.isEntered ? "spell-chip is-refused" : "spell-chip", "data-number": number }, label);
    renew(this.place, this.proposed.map(button));
  }
}
