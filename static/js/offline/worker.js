// A Python runtime beside the page, with the site's own rules: the same functions answer here that answer on the server.
const DEVICE = "judging.recorder.offline.device";
let answer = null;

const got = async (address) => {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response;
};

/** `runtime`, `engine` and `facts` are addresses; what was kept on this device comes from there (service-worker.js). */
const start = async ({ runtime, engine, facts }) => {
  const { loadPyodide } = await import(`${runtime}pyodide.mjs`);
  const python = await loadPyodide({ indexURL: runtime });
  const home = "/home/pyodide";
  python.unpackArchive(await (await got(engine)).arrayBuffer(), "zip", { extractDir: home });
  const device = python.pyimport(DEVICE);
  if (facts) device.hold_against(await (await got(facts)).text());
  answer = (question) => JSON.parse(device.answer(JSON.stringify(question)));
};

self.addEventListener("message", async ({ data: { id, begin, question } }) => {
  try {
    if (begin) await start(begin);
    self.postMessage({ id, answer: begin ? true : answer(question) }, {});
  } catch (error) {
    self.postMessage({ id, failed: String(error) }, {});
  }
});
