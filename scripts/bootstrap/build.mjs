import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { compressFiles } from "./compress.mjs";

/**
 * Builds the pages and the bundles when the sources differ from those of the last complete build. Without `cache`, the
 * next build starts from scratch. By default the first build writes none, because that takes a quarter longer and many
 * checkouts are built once.
 */
export async function buildWhenStale(root, { cache = existsSync(path.join(root, ".next")) } = {}) {
  copyPdfjsFiles(root);
  const marker = path.join(root, ".next", ".marker");
  const hash = sourceHash(root);
  if (existsSync(marker) && readFileSync(marker, "utf8") === hash && existsSync(path.join(root, "dist", "serve.mjs")))
    return;
  console.log("Building …");
  rmSync(marker, { force: true });
  await bundleServer();
  buildPages(root, cache);
  removeRoutesOfNext(root);
  await compressFiles(path.join(root, ".next", "static"));
  await compressFiles(path.join(root, "public", "pdfjs"));
  await compressFiles(copyPublicFiles(root));
  mkdirSync(path.dirname(marker), { recursive: true });
  writeFileSync(marker, hash);
}

/** Copies `public/` into the build, apart from pdf.js, and returns the copy. */
function copyPublicFiles(root) {
  const [from, to] = [path.join(root, "public"), path.join(root, ".next", "public")];
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true, filter: (file) => file !== path.join(from, "pdfjs") });
  return to;
}

/** Builds the parts that a development server needs before it starts. */
export async function prepareDevelopment(root) {
  copyPdfjsFiles(root);
  await bundleServer();
}

/**
 * Bundles the TypeScript that runs outside Next. Imported late, because on a fresh clone esbuild has only just been
 * installed.
 */
async function bundleServer() {
  const { bundle } = await import("./bundle.mjs");
  await bundle(["scripts/serve.ts"]);
}

/** The generated types of a deleted route would remain and fail the build's type check, so they are removed first. */
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

/**
 * Removes Next's copies of our route handlers, and the chunks that only they load, from the build. Our server calls the
 * handlers from `dist/api.mjs` (docs/decisions/0047-routes-called-by-our-server.md), so Next never loads its own.
 */
function removeRoutesOfNext(root) {
  const server = path.join(root, ".next", "server");
  const handlers = readdirSync(path.join(root, "app"), { recursive: true }).filter(
    (name) => path.basename(name) === "route.ts",
  );
  for (const handler of handlers) {
    const built = path.join(server, "app", path.dirname(handler));
    for (const name of existsSync(built) ? readdirSync(built) : [])
      if (/^route(\.|_client-reference-manifest\.)/.test(name)) rmSync(path.join(built, name));
  }
  for (const chunk of unusedChunks(server)) for (const file of [chunk, `${chunk}.map`]) rmSync(file, { force: true });
}

/** The chunks that no other file of the build names, directly or through other chunks. */
function unusedChunks(server) {
  const built = readdirSync(server, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.nft)\.(js|json)$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));
  const isChunk = (file) => path.relative(server, file).startsWith(`chunks${path.sep}`) && file.endsWith(".js");
  const unseen = new Map(built.filter(isChunk).map((file) => [path.basename(file), file]));
  const reached = built.filter((file) => !isChunk(file));
  for (const file of reached)
    for (const [name] of readFileSync(file, "utf8").matchAll(/[^"'/\\]+\.js/g)) {
      const chunk = unseen.get(name);
      if (chunk === undefined) continue;
      unseen.delete(name);
      reached.push(chunk);
    }
  return unseen.values();
}

/**
 * The files that pdf.js fetches while rendering: its worker, East Asian character maps, fonts, image decoders and
 * colour profiles.
 */
const wanted = ["build/pdf.worker.min.mjs", "cmaps", "standard_fonts", "wasm", "iccs"];
/** The sandbox for scripts in documents, which we never run. */
const unwanted = /[\\/]quickjs-eval\.(js|wasm)$/;

/**
 * Copies these files of the installed pdf.js to public/pdfjs/<version>, where browsers may cache them forever.
 * Idempotent.
 */
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

/**
 * Copies under a temporary name and renames at the end, so that an interrupted copy is not mistaken for a complete one.
 */
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
/** Copied by the build from packages, whose versions are in the lock file. */
const copies = ["public/pdfjs"];
const files = ["instrumentation.ts", "next.config.ts", "package-lock.json", "postcss.config.mjs", "tsconfig.json"];

/** One hash over all inputs of a build. Tests and migrations are not included. */
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
