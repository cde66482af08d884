// `npm run build`: the build that `npm start` runs before it serves.
import path from "node:path";
import { fileURLToPath } from "node:url";
import { buildWhenStale } from "./bootstrap/build.mjs";
import { installWhenStale, oneAtATime } from "./bootstrap/install.mjs";
import { requireNode } from "./bootstrap/node-version.mjs";

requireNode();
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
await oneAtATime(root, async () => {
  installWhenStale(root, { production: true });
  await buildWhenStale(root, { cache: false });
});
