// What is heard and not seen. Its place stands in the page before its words change: what comes together with its place is not read out.
const place = Object.assign(document.createElement("p"), { className: "visually-hidden", role: "status" });
document.body.append(place);

export function say(text) {
  if (!place.isConnected) document.body.append(place);
  place.textContent = text;
}
