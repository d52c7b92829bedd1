// The table of several players as the server drew it, and on it what waits on this device: who can begin a turn, and whether the
// Demon comes first. What was offered from the cards in hand is not known here: it can be tapped, and the server says what is wrong.
import { fill } from "../board/svg.js";
import { Drawing, write } from "./drawing.js";

export class RoundDrawing extends Drawing {
  remember() {
    super.remember();
    this.sheet = this.table.querySelector("[data-demon]");
    this.acting = this.table.querySelector("[data-acting]");
    this.wereHidden = [this.sheet, this.acting].map((each) => each?.hidden);
  }

  draw(now, n) {
    for (const { button, value, wasDisabled, label } of this.buttons) {
      button.disabled = now.isOver || (wasDisabled && !n);
      if ("mode" in button.dataset) this.drawStart(button, { value, label }, now, n);
    }
    this.drawParts(now, n);
    this.drawTurn(n && this.inWords(now));
  }

  drawStart(button, { value, label }, now, n) {
    button.disabled ||= Boolean(n && now.isDue);
    button.value = n ? JSON.stringify({ do: "turn", player: now.next, mode: button.dataset.mode }) : value;
    write(button, n ? fill(this.words[button.dataset.mode], { name: this.names[now.next] }) : label);
  }

  drawParts(now, n) {
    if (this.sheet) this.drawSheet(this.sheet, now, n);
    if (this.acting) this.acting.hidden = n ? !now.player : this.wereHidden[1];
  }

  drawSheet(sheet, now, n) {
    sheet.hidden = n ? !now.isDue : this.wereHidden[0];
    if (!n) return;
    const button = sheet.querySelector("button[name=entry]");
    if (button && now.shared) button.value = JSON.stringify({ do: "demon", player: now.holder });
    const mobs = sheet.querySelector("[data-flag]");
    if (mobs) mobs.disabled = now.shared && !now.active;
  }

  inWords({ isOver, isDue, player }) {
    if (isOver) return this.words.gameOver;
    if (isDue) return this.words.demonFirst;
    return fill(this.words.turnOf, { name: this.names[player] });
  }
}
