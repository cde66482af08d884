// `npm run bench:web` measures how fast the pages are in a browser. Arguments select measurements: npm run bench:web --
// first-page drag
import { spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { buildWhenStale } from "../scripts/bootstrap/build.mjs";
import { installWhenStale, oneAtATime } from "../scripts/bootstrap/install.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
await oneAtATime(root, async () => {
  installWhenStale(root);
  await buildWhenStale(root);
});
const result = spawnSync(process.execPath, ["scripts/run.mjs", "tools/bench/web/run.ts", ...process.argv.slice(2)], {
  cwd: root,
  stdio: "inherit",
});
process.exit(result.status ?? 1);
