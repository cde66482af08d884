import { readdirSync } from "node:fs";
import path from "node:path";
import type { ApiRoute } from "./route-table";

/** The files of `public/`, which Next serves as they are, as routes: each can be read, and nothing else. */
export function publicFiles(root: string): ApiRoute[] {
  return readdirSync(path.join(root, "public"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(path.join(root, "public"), path.join(entry.parentPath, entry.name)))
    .map((name) => ({ method: "GET", path: `/${name.split(path.sep).map(encodeURIComponent).join("/")}` }));
}
