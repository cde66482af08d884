// Bundles one TypeScript entry and runs it in this process: node scripts/run.mjs scripts/verify.ts FILE.pdf
import { pathToFileURL } from "node:url";
import { bundle, bundlePath } from "./bootstrap/bundle.mjs";

const [entry, ...rest] = process.argv.slice(2);
if (!entry) {
  console.error("usage: node scripts/run.mjs scripts/<name>.ts [arguments]");
  process.exit(2);
}
await bundle([entry]);
const script = bundlePath(entry);
process.argv.splice(1, process.argv.length - 1, script, ...rest);
await import(pathToFileURL(script).href);
