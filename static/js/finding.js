import { finding } from "./ui/finding.js";

finding();
