// `npm run e2e`: the journeys against the built product, first over HTTP alone and then in a browser. Arguments are
// file names.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const files = process.argv.slice(2);
const passed = [
  run([path.join("vitest", "vitest.mjs"), "run", "--project", "e2e", "--passWithNoTests", ...files]),
  run([path.join("@playwright", "test", "cli.js"), "test", "--pass-with-no-tests", ...files]),
];
process.exit(passed.every(Boolean) ? 0 : 1);

function run([script, ...args]) {
  const command = [path.join("node_modules", script), ...args];
  return spawnSync(process.execPath, command, { cwd: root, stdio: "inherit" }).status === 0;
}
