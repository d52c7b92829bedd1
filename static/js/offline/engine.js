// The page's end of the worker that knows the rules (worker.js).
const at = (address) => address && new URL(address, window.location.href).href;

export class Engine {
  constructor() {
    Object.assign(this, { isReady: false, asked: new Map(), last: 0 });
  }

  /** `plan`: the addresses of judging/recorder/views/offline.py; `facts`: of this table's card texts, or null. Says whether it will answer. */
  async start({ worker, runtime, engine }, facts) {
    try {
      this.worker = new Worker(at(worker), { type: "module" });
      this.worker.addEventListener("message", ({ data }) => this.heard(data));
      this.worker.addEventListener("error", () => this.stop());
      await this.send({ begin: { runtime: at(runtime), engine: at(engine), facts: at(facts) } });
      this.isReady = true;
    } catch {
      this.stop();
    }
    return this.isReady;
  }

  ask(question) {
    return this.send({ question });
  }

  send(message) {
    this.last += 1;
    const id = this.last;
    return new Promise((resolve, reject) => {
      this.asked.set(id, { resolve, reject });
      this.worker.postMessage({ id, ...message }, {});
    });
  }

  heard({ id, answer, failed }) {
    const waiting = this.asked.get(id);
    this.asked.delete(id);
    if (failed) waiting?.reject(new Error(failed));
    else waiting?.resolve(answer);
  }

  /** What does not run here does not run in the middle of a game either: it goes on as without it. */
  stop() {
    this.isReady = false;
    this.worker?.terminate();
    for (const { reject } of this.asked.values()) reject(new Error("stopped"));
    this.asked.clear();
  }
}
