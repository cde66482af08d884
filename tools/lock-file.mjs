// Checks that package-lock.json is complete. npm silently omits optional packages that it cannot find when it writes
// the lock file, and then `npm ci` fails for everyone. Run by `npm run check`; the test beside it lists the guarantees.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const copyleft = /\b(?:A?GPL|SSPL)(?!-[\d.]+[^)]*exception)/i;

/** Reports each problem of a lock file, given its parsed content and that of package.json. */
export function lockFileComplaints(lock, manifest) {
  const entries = Object.entries(lock.packages);
  return [
    ...incomplete(entries),
    ...unpinned(manifest),
    ...outOfStep(lock, manifest),
    ...unapprovedScripts(entries, manifest),
    ...unwelcome(entries),
  ];
}

function incomplete(entries) {
  const present = new Set(entries.map(([where]) => nameOf(where)));
  return entries.flatMap(([where, entry]) =>
    Object.keys(entry.optionalDependencies ?? {})
      .filter((name) => !present.has(name))
      .map((name) => `${nameOf(where) || "package.json"} names ${name}, which the lock file misses`),
  );
}

function unpinned(manifest) {
  return Object.entries(allDependencies(manifest))
    .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    .map(([name, version]) => `${name} is not pinned to one version: ${version}`);
}

function outOfStep(lock, manifest) {
  const locked = allDependencies(lock.packages[""] ?? {});
  return Object.entries(allDependencies(manifest))
    .filter(([name, version]) => locked[name] !== version)
    .map(([name, version]) => `${name} ${version} is not what the lock file was made for; run npm install`);
}

function unapprovedScripts(entries, manifest) {
  return entries
    .filter(([where, entry]) => entry.hasInstallScript && !entry.dev && manifest.allowScripts?.[nameOf(where)] !== true)
    .map(([where]) => `${nameOf(where)} has an install script that allowScripts does not cover`);
}

function unwelcome(entries) {
  return entries
    .filter(([, entry]) => !entry.dev && copyleft.test(entry.license ?? "") && !/\bLGPL/i.test(entry.license))
    .map(([where, entry]) => `${nameOf(where)} has a licence we do not ship: ${entry.license}`);
}

function allDependencies(manifest) {
  return { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies };
}

function nameOf(where) {
  return where.replace(/^.*node_modules\//, "");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const read = (name) => JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), "utf8"));
  const complaints = lockFileComplaints(read("package-lock.json"), read("package.json"));
  complaints.forEach((complaint) => console.error(complaint));
  process.exit(complaints.length === 0 ? 0 : 1);
}
