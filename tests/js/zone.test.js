import { zone } from "../../static/js/ui/zone.js";
import { equal, page, test } from "./harness.js";

const where = (name) => (Intl.DateTimeFormat.prototype.resolvedOptions = () => ({ timeZone: name }));
const field = () =>
  page('<div><input data-browser-zone list="cities" value="Asia/Tokyo"><datalist id="cities"><option value="Lyon">Europe/Paris</option><option value="Paris">Europe/Paris</option></datalist></div>').querySelector("input");

test("fills in the city of the browser's zone", () => {
  const asked = field();
  where("Europe/Paris");
  zone(document);
  equal(asked.value, "Paris");
});

test("leaves alone what somebody typed", () => {
  const asked = field();
  asked.value = "Nantes";
  where("Europe/Paris");
  zone(document);
  equal(asked.value, "Nantes");
});

test("leaves the zone of the site where it does not know that of the browser", () => {
  const asked = field();
  where("Europe/Atlantis");
  zone(document);
  equal(asked.value, "Asia/Tokyo");
});
