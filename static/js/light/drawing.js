// The table of a light log as the server drew it, and on it what waits on this device. What no longer waits leaves nothing behind:
// every button and line goes back to what the server said.
import { fill } from "../board/svg.js";

export const write = (element, text) => element.textContent === text || (element.textContent = text);

export class Drawing {
  constructor(table, { words, names }) {
    Object.assign(this, { table, words, names });
    this.remember();
  }

  /** To be called whenever the server's table has come anew. */
  remember() {
    this.turn = this.table.querySelector(".light-turn");
    this.serversTurn = [...this.turn.childNodes];
    this.buttons = [...this.table.querySelectorAll("button[name=entry]")].map((button) => (
      { button, value: button.value, wasDisabled: button.disabled, label: button.textContent }
    ));
  }

  /** `now`: where the game stands after what waits (standing.js); `n`: how many wait. */
  draw(now, n) {
    for (const { button, wasDisabled, label } of this.buttons) {
      button.disabled = wasDisabled || now.isOver || now.fallen.includes(button.dataset.ko);
      if ("kamas" in button.dataset) button.value = JSON.stringify({ do: "kamas", kamas: { [now.player]: Number(button.dataset.kamas) } });
      if ("nextTurn" in button.dataset) this.drawNext(button, label, now);
    }
    this.drawTurn(n && (now.isOver ? this.words.gameOver : fill(this.words.turnOf, { name: this.names[now.player] })));
  }

  drawNext(button, label, { hasBegun, next }) {
    button.value = JSON.stringify({ do: "turn", player: next });
    write(button, hasBegun ? fill(this.words.startTurn, { name: this.names[next] }) : label);
  }

  /** It is read aloud when it changes, and not otherwise. */
  drawTurn(words) {
    if (words) write(this.turn, words);
    else if (this.turn.firstChild !== this.serversTurn[0]) this.turn.replaceChildren(...this.serversTurn);
  }
}
