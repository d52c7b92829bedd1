// A choice of cells that is made on the board: until one of them is tapped, every tap belongs to it.
export class Picking {
  constructor(board, say) {
    Object.assign(this, { board, say, taken: null });
  }

  pick(said, options) {
    this.say(said);
    this.board.light({ choice: options });
    return new Promise((resolve) => {
      this.taken = (cell) => {
        if (!options.includes(cell)) return;
        this.taken = null;
        resolve(cell);
      };
    });
  }

  /** Whether a tap on that cell was part of the choice. */
  takes(cell) {
    if (!this.taken) return false;
    this.taken(cell);
    return true;
  }

  end() {
    this.taken = null;
  }
}
