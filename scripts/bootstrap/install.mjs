import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";

/**
 * Installs from the lock file when node_modules is missing, incomplete, or from another lock file. `production` omits
 * what only tests and checks need (180 MB), regardless of NODE_ENV; an install that includes it is left unchanged.
 */
export function installWhenStale(root, { production = false } = {}) {
  if (isInstalled(root, production)) return;
  console.log("Installing packages from the lock file (once, about half a minute) …");
  const npm = npmCommand();
  const options = { cwd: root, stdio: "inherit", env: { ...process.env, NODE_ENV: "development" } };
  const result = spawnSync(
    npm.command,
    [...npm.args, "ci", "--no-audit", "--no-fund", "--no-update-notifier", ...(production ? ["--omit=dev"] : [])],
    options,
  );
  if (result.status === 0) return;
  console.error("npm ci failed; its message is above. Paraph needs the npm registry once, to install.");
  process.exit(1);
}

/**
 * npm writes node_modules/.package-lock.json last, as a copy of what it installed. Optional packages for other
 * platforms are in the lock file but not in this copy.
 */
function isInstalled(root, production) {
  try {
    const wanted = packagesOf(path.join(root, "package-lock.json"));
    const installed = packagesOf(path.join(root, "node_modules", ".package-lock.json"));
    return Object.entries(wanted).every(([where, entry]) => {
      const have = installed[where];
      if (where === "" || (production && entry.dev === true)) return true;
      return have ? have.version === entry.version && have.integrity === entry.integrity : entry.optional === true;
    });
  } catch {
    return false;
  }
}

function packagesOf(file) {
  return JSON.parse(readFileSync(file, "utf8")).packages;
}

/** The npm that started this process, or else the one on the PATH. */
function npmCommand() {
  const cli = process.env.npm_execpath;
  if (cli && cli.endsWith(".js")) return { command: process.execPath, args: [cli] };
  return { command: process.platform === "win32" ? "npm.cmd" : "npm", args: [] };
}
