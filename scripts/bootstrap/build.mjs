import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { copyPdfjsFiles } from "./pdfjs-files.mjs";
import { sourceHash } from "./source-hash.mjs";

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
