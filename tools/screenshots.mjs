// `npm run screenshots [-- NAME…] [--look=390-light,1280-dark]`: screenshots of every page, or of those whose names
// begin with NAME, in test-results/screenshots.
// `npm run screenshots -- pictures`: those of the landing page and of the README, in public/pictures and docs/pictures.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { buildWhenStale } from "../scripts/bootstrap/build.mjs";
import { oneAtATime } from "../scripts/bootstrap/install.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
if (!process.env.ORIGIN) await oneAtATime(root, () => buildWhenStale(root));
const names = process.argv.slice(2);
const entry = names[0] === "pictures" ? "e2e/browser/pictures.ts" : "e2e/browser/screenshots.ts";
const args = ["scripts/run.mjs", entry, ...names];
process.exit(spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" }).status ?? 1);
