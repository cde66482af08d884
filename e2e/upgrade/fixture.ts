import { readFileSync } from "node:fs";
import path from "node:path";
import type { Person } from "../api-client";

const folder = path.join(process.cwd(), "e2e", "upgrade");

/** An instance of 2026-11-24, six days and most migrations before the first release. */
export const preRelease = "pre-release-2026-11-24";

/** The backup of an instance of an older version. Created once by `node scripts/run.mjs tools/upgrade-fixture.ts`. */
export const fixtureFile = (name: string): string => path.join(folder, `${name}.paraph`);
export const factsFile = (name: string): string => path.join(folder, `${name}.json`);

export const fixturePassphrase = "a passphrase for everybody to read";
export const fixtureSecret = "the secret of an instance that only tests have";

/** The credentials of the instance's people. */
export interface FixtureFacts {
  admin: Person;
  /** A token of the administrator with every scope. */
  token: string;
  webhook: { id: number; secret: string };
  draft: string;
  completed: { uuid: string; sha256: string };
  declined: string;
  /** Ana has signed; Bo has not, and has a signing password. */
  open: { uuid: string; fileId: number; bo: Person; link: string };
}

export function readFacts(name: string): FixtureFacts {
  return JSON.parse(readFileSync(factsFile(name), "utf8")) as FixtureFacts;
}
