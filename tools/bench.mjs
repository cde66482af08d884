// `npm run bench` runs every measurement of tools/bench in sequence, each in its own process. Names select
// measurements; options are passed on to them.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { buildWhenStale } from "../scripts/bootstrap/build.mjs";
import { installWhenStale, oneAtATime } from "../scripts/bootstrap/install.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
await oneAtATime(root, async () => {
  installWhenStale(root);
  await buildWhenStale(root);
});
const options = process.argv.slice(2).filter((argument) => argument.startsWith("--"));
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const names = readdirSync(path.join(root, "tools", "bench"))
  .filter((name) => name.endsWith(".ts") && (wanted.length === 0 || wanted.includes(name.replace(/\.ts$/, ""))))
  .sort();
let failed = 0;
for (const name of names) {
  console.log(`\n# ${name.replace(/\.ts$/, "")}`);
  const result = spawnSync(process.execPath, ["scripts/run.mjs", `tools/bench/${name}`, ...options], {
    cwd: root,
    stdio: "inherit",
  });
  if (result.status !== 0) failed += 1;
}
process.exit(failed === 0 ? 0 : 1);
