import { existsSync, statSync } from "node:fs";
import path from "node:path";

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
