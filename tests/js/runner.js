// Runs the cases of a test file one after the other, each in a frame of its own, in a browser that has kept nothing.
const PATIENCE = 60000;

const inFrame = async (use) => {
  localStorage.clear();
  sessionStorage.clear();
  const frame = Object.assign(document.createElement("iframe"), { src: "blank.html", width: 800, height: 600 });
  const loaded = new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
  document.body.append(frame);
  await loaded;
  try {
    return await use(frame.contentWindow.cases);
  } finally {
    frame.remove();
  }
};

const never = () => new Promise((_, reject) => setTimeout(() => reject(new Error("The case does not end.")), PATIENCE));

/** {name: what went wrong, or ""} of every case of a file. */
window.faultsOf = async (file) => {
  const faults = {};
  for (const name of await inFrame((cases) => cases.names(file))) {
    const done = inFrame((cases) => Promise.race([cases.run(file, name), never()]));
    faults[name] = await done.then(() => "", (error) => String(error.stack ?? error));
  }
  return faults;
};
