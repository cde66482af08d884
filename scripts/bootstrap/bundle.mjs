// Bundles the TypeScript that runs outside Next (worker threads, killable child, command-line scripts) into dist/.
// Packages stay external, so a bundle needs only node_modules besides itself.
import { existsSync, readdirSync } from "node:fs";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..", "..");
const dist = path.join(root, "dist");

/** Entries that the running server needs, by bundle name. */
export const serverEntries = {
  "pdf-take-in": "lib/engine/take-in-worker.ts",
  "pdf-verify": "lib/engine/verify-worker.ts",
  "pdf-signing": "lib/engine/signing-worker.ts",
  "pdf-report": "lib/engine/report-worker.ts",
  "pdf-child": "lib/engine/child.ts",
  "pdf-second-reader": "lib/engine/second-reader/second-reader-child.ts",
  "pdf-convert": "lib/engine/convert/convert-child.ts",
  "pdf-watchdog": "lib/engine/child-watchdog.ts",
  api: "paraph:api",
  "demo-seed": "scripts/demo/seed.ts",
};

/** `tools/bench/signing.ts` becomes `bench-signing`. */
export function bundleName(entry) {
  const inside = path.relative(path.join(root, "scripts"), path.resolve(root, entry));
  const name = inside.startsWith("..") ? path.relative(root, path.resolve(root, entry)) : inside;
  return name
    .replace(/\.tsx?$/, "")
    .split(path.sep)
    .join("-");
}

export function bundlePath(entry) {
  return path.join(dist, `${bundleName(entry)}.mjs`);
}

/**
 * Bundles the server's entries and the given ones. Every bundle is one self-contained file, replaced by rename, so that
 * a process starting at that moment reads either the old or the new one completely.
 */
export async function bundle(entries = []) {
  const points = Object.fromEntries(
    Object.entries(serverEntries).filter(([, file]) => file.startsWith("paraph:") || existsSync(path.join(root, file))),
  );
  for (const entry of entries) points[bundleName(entry)] = path.relative(root, path.resolve(root, entry));
  await mkdir(dist, { recursive: true });
  const result = await build({
    absWorkingDir: root,
    entryPoints: points,
    outdir: dist,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    packages: "external",
    plugins: [apiEntry(root)],
    tsconfig: path.join(root, "tsconfig.json"),
    logLevel: "warning",
    write: false,
  });
  await Promise.all(result.outputFiles.map((file) => replaceFile(file.path, file.contents)));
}

async function replaceFile(target, contents) {
  const before = await readFile(target).catch(() => null);
  if (before?.equals(contents)) return;
  const temporary = `${target}.${process.pid}`;
  await writeFile(temporary, contents);
  await rename(temporary, target);
}

/**
 * CommonJS packages imported from an ES module: their default export is a member there. Loaded on the first call,
 * because most servers see no log-in in their first hours. A tracer of imports cannot see them.
 */
export const lazyPackages = ["next-auth", "next-auth/providers/credentials"];
const lazyPackage = new RegExp(`^(${lazyPackages.join("|")})$`);

/**
 * The entry `paraph:api`: every route file below `app` by its path, and the code that calls them
 * (scripts/server/direct-routes.ts), each initialised on its first request, and the check of requests for pages.
 */
function apiEntry(root) {
  return {
    name: "api-entry",
    setup(build) {
      build.onResolve({ filter: /^paraph:api$/ }, () => ({ path: "api", namespace: "paraph" }));
      build.onLoad({ filter: /.*/, namespace: "paraph" }, () => ({
        contents: entryText(root),
        resolveDir: root,
        loader: "ts",
      }));
      build.onResolve({ filter: lazyPackage }, ({ path: name, namespace }) =>
        namespace === "lazy" ? undefined : { path: name, namespace: "lazy" },
      );
      build.onLoad({ filter: /.*/, namespace: "lazy" }, ({ path: name }) => ({
        contents: lazyText(name),
        resolveDir: root,
        loader: "js",
      }));
    },
  };
}

function entryText(root) {
  const app = path.join(root, "app");
  const files = readdirSync(app, { recursive: true })
    .filter((name) => path.basename(name) === "route.ts")
    .sort();
  const routes = files.map((name) => {
    const route = `/${path.dirname(name).split(path.sep).join("/")}`;
    return `  ${JSON.stringify(route)}: () => import(${JSON.stringify(`./app/${name.split(path.sep).join("/")}`)}),`;
  });
  return `import { directRoutes } from "./scripts/server/direct-routes";\nexport const admitPage = async (requestHeaders: Headers) => (await import("./lib/api/http/count-request")).admitPage(requestHeaders);\nexport const routes = directRoutes({\n${routes.join("\n")}\n});\n`;
}

function lazyText(name) {
  return `import { createRequire } from "node:module";
const require = createRequire(import.meta.url);
let loaded;
export default function lazily(...given) {
  loaded ??= require(${JSON.stringify(name)});
  return (loaded.default ?? loaded)(...given);
}
`;
}
