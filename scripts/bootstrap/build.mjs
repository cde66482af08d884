import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Builds the pages and the bundles when the sources differ from those of the last whole build. Without `cache`, the next build starts from nothing. */
export async function buildWhenStale(root, { cache = true } = {}) {
  copyPdfjsFiles(root);
  const marker = path.join(root, ".next", ".marker");
  const hash = sourceHash(root);
  if (existsSync(marker) && readFileSync(marker, "utf8") === hash && existsSync(path.join(root, "dist", "serve.mjs")))
    return;
  console.log("Building …");
  rmSync(marker, { force: true });
  await bundleServer();
  buildPages(root, cache);
  mkdirSync(path.dirname(marker), { recursive: true });
  writeFileSync(marker, hash);
}

/** Builds the parts that a development server needs before it starts. */
export async function prepareDevelopment(root) {
  copyPdfjsFiles(root);
  await bundleServer();
}

/** The TypeScript that runs outside Next. Loaded late: on a fresh clone esbuild has only just been installed. */
async function bundleServer() {
  const { bundle } = await import("../bundle.mjs");
  await bundle(["scripts/serve.ts"]);
}

/** A deleted route would leave its generated types behind, and they would fail the build's type check. */
function buildPages(root, cache) {
  rmSync(path.join(root, ".next", "types"), { recursive: true, force: true });
  const next = path.join(root, "node_modules", "next", "dist", "bin", "next");
  const env = {
    ...process.env,
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
    BUILD_CACHE: cache ? "on" : "off",
  };
  const result = spawnSync(process.execPath, [next, "build"], { cwd: root, stdio: ["ignore", "pipe", "inherit"], env });
  if (result.status === 0) return;
  process.stdout.write(result.stdout);
  console.error("next build failed; its messages are above.");
  process.exit(1);
}

/** The files that pdf.js fetches while it draws: its worker, tables of East Asian codes, fonts, image decoders, colour profiles. */
const wanted = ["build/pdf.worker.min.mjs", "cmaps", "standard_fonts", "wasm", "iccs"];
/** The sandbox for scripts of documents, which we never run. */
const unwanted = /[\\/]quickjs-eval\.(js|wasm)$/;

/** Puts these files of the installed pdf.js below public/pdfjs/<version>, where browsers may keep them for ever. Idempotent. */
function copyPdfjsFiles(root) {
  const from = path.join(root, "node_modules", "pdfjs-dist");
  const { version } = JSON.parse(readFileSync(path.join(from, "package.json"), "utf8"));
  const all = path.join(root, "public", "pdfjs");
  const to = path.join(all, version);
  if (!existsSync(to)) copyWhole(from, to);
  for (const name of readdirSync(all)) {
    if (name !== version) rmSync(path.join(all, name), { recursive: true, force: true });
  }
}

/** Renamed when whole: a copy that was broken off is never taken for one. */
function copyWhole(from, to) {
  const half = `${to}.half`;
  rmSync(half, { recursive: true, force: true });
  mkdirSync(half, { recursive: true });
  for (const name of wanted) {
    cpSync(path.join(from, name), path.join(half, path.basename(name)), {
      recursive: true,
      filter: (file) => !unwanted.test(file),
    });
  }
  renameSync(half, to);
}

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
