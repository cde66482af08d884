import { readFileSync } from "node:fs";
import path from "node:path";
import type { Person } from "../api-client";

const folder = path.join(process.cwd(), "e2e", "upgrade");

/** The backup of an instance served by a release. Created once by `node scripts/run.mjs tools/upgrade-fixture.ts`. */
export const fixtureFile = (release: string): string => path.join(folder, `release-${release}.paraph`);
export const factsFile = (release: string): string => path.join(folder, `release-${release}.json`);

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

export function readFacts(release: string): FixtureFacts {
  return JSON.parse(readFileSync(factsFile(release), "utf8")) as FixtureFacts;
}
