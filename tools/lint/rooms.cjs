const { readdirSync } = require("node:fs");
const path = require("node:path");

/** The rooms of `lib`, top to bottom. A room imports only from the rooms below it (decision 53). */
const rooms = [
  "api",
  "auth",
  "views",
  "verification",
  "evidence",
  "delivery",
  "signing",
  "requests",
  "administration",
  "documents",
  "authority",
  "accounts",
  "records",
  "context",
  "channels",
  "engine",
  "pades",
  "x509",
  "pdf",
  "platform",
];
/** Rooms above all use cases. Only these know HTTP, read the configuration and use Next. */
const edge = rooms.slice(0, rooms.indexOf("views"));
/** Rooms that take what they need as parameters: no database, no rules about documents or accounts. */
const formats = ["channels", "engine", "pades", "x509", "pdf"];

const folders = readdirSync(path.join(__dirname, "..", "..", "lib"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== "testing")
  .map(({ name }) => name);
const unplaced = folders.filter((name) => !rooms.includes(name));
const missing = rooms.filter((room) => !folders.includes(room));
if (unplaced.length > 0 || missing.length > 0)
  throw new Error(
    `lib and its rooms differ. Not placed: ${unplaced.join(", ") || "none"}. Without a folder: ${missing.join(", ") || "none"}.`,
  );

module.exports = { rooms, edge, formats };
