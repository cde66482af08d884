// `npm run screenshots [-- NAME…]`: pictures of every page, or of those whose names begin so, in test-results/screenshots.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { buildWhenStale } from "./bootstrap/build.mjs";
import { oneAtATime } from "./bootstrap/lock.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
if (!process.env.ORIGIN) await oneAtATime(root, () => buildWhenStale(root));
const args = ["scripts/run.mjs", "e2e/browser/screenshots.ts", ...process.argv.slice(2)];
process.exit(spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" }).status ?? 1);
