// `npm start` on a bare machine, in plain JavaScript that needs only Node. Installs, builds, then starts
// scripts/serve.ts and exits with its result.
import { spawn } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { buildWhenStale, prepareDevelopment } from "./bootstrap/build.mjs";
import { installWhenStale, oneAtATime } from "./bootstrap/install.mjs";
import { requireNode } from "./bootstrap/node-version.mjs";
import { serverEnvironment, serverFlags } from "./bootstrap/server-process.mjs";

requireNode();
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const isDevelopment = process.argv.includes("--dev");
process.chdir(root);

await oneAtATime(root, async () => {
  installWhenStale(root, { production: true });
  await (isDevelopment ? prepareDevelopment(root) : buildWhenStale(root, { cache: false }));
});

const isWindows = process.platform === "win32";
const server = spawn(
  process.execPath,
  [...serverFlags(), path.join(root, "dist", "serve.mjs"), ...process.argv.slice(2), "--launched"],
  {
    stdio: "inherit",
    // In a separate process group: Ctrl-C reaches this process, which forwards it once. A second signal would end the
    // server immediately.
    detached: !isWindows,
    env: {
      ...serverEnvironment(),
      NODE_ENV: isDevelopment ? "development" : "production",
      NEXT_TELEMETRY_DISABLED: "1",
    },
  },
);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
  process.on(signal, () => {
    if (!isWindows) server.kill(signal);
  });
server.on("error", (error) => {
  console.error(`The server cannot be started: ${error.message}`);
  process.exitCode = 1;
});
server.on("exit", (code) => process.exit(code ?? 1));
