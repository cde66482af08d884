import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const folders = ["app", "components", "db", "lib", "public", "scripts"];
/** Made by the build from the packages, whose versions the lock file says. */
const copies = ["public/pdfjs"];
const files = ["next.config.ts", "package-lock.json", "postcss.config.mjs", "tsconfig.json"];

/** One hash over everything that a build is made of. Tests and migrations are not part of it. */
export function sourceHash(root) {
  const hash = createHash("sha256").update(process.version);
  for (const file of [...files, ...folders.flatMap((folder) => filesBelow(root, folder))]) {
    const bytes = readOrNull(path.join(root, file));
    if (bytes) hash.update(`${file}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest("hex");
}

function filesBelow(root, folder) {
  let entries = [];
  try {
    entries = readdirSync(path.join(root, folder), { withFileTypes: true });
  } catch {
    return [];
  }
  return entries
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const below = `${folder}/${entry.name}`;
      if (entry.isDirectory())
        return entry.name === "migrations" || copies.includes(below) ? [] : filesBelow(root, below);
      return /\.test\.tsx?$/.test(entry.name) ? [] : [below];
    });
}

function readOrNull(file) {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}
