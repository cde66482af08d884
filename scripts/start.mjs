// `npm start` on a bare machine: plain JavaScript, nothing but Node. Installs, builds, then hands over to scripts/serve.ts.
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { buildWhenStale, prepareDevelopment } from "./bootstrap/build.mjs";
import { installWhenStale } from "./bootstrap/install.mjs";
import { oneAtATime } from "./bootstrap/lock.mjs";
import { requireNode } from "./bootstrap/node-version.mjs";

requireNode();
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const isDevelopment = process.argv.includes("--dev");
process.chdir(root);

await oneAtATime(root, async () => {
  installWhenStale(root, { production: true });
  await (isDevelopment ? prepareDevelopment(root) : buildWhenStale(root, { cache: false }));
});

process.env.NODE_ENV = isDevelopment ? "development" : "production";
process.env.NEXT_TELEMETRY_DISABLED = "1";
await import(pathToFileURL(path.join(root, "dist", "serve.mjs")).href);
