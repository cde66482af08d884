import { TimeUp, type Deadline } from "@/lib/pades/verify/deadline";
import type { PadesLevel } from "@/lib/pades/verify/report";
import type { RevisionStore } from "@/lib/pades/verify/revisions";
import type { CaseTimestamps } from "@/lib/pades/verify/trust/assess-timestamps";
import type { CertificatePath } from "@/lib/pades/verify/trust/build-path";
import { storeObjectsOf } from "@/lib/pades/verify/trust/data-in-store";
import type { TrustMaterial } from "@/lib/pades/verify/trust/gather-material";
import { checkPathRevocation } from "@/lib/pades/verify/trust/path-revocation";
import type { DataOrigin } from "@/lib/pades/verify/trust/revocation-data";
import type { TrustCase } from "@/lib/pades/verify/trust/trust-case";
import { unlessDamaged } from "@/lib/pades/verify/unless-damaged";

const padesFilter = "ETSI.CAdES.detached";

export interface LevelContext {
  material: TrustMaterial;
  store: RevisionStore;
  deadline: Deadline;
  now: Date;
}

type MayUse = (origin: DataOrigin) => boolean;

/**
 * The baseline level (ETSI EN 319 142-1, section 6) by what the file itself holds and what that covers, whether or not anybody trusts
 * the authorities. B-LT takes revocation data for every certificate of the signer's path and of its timestamp's; B-LTA a document
 * timestamp over all of these, for which no further data are needed yet. A document timestamp has no level.
 */
export function levelOf(one: TrustCase, stamped: CaseTimestamps, context: LevelContext): PadesLevel | null {
  const { record, checked } = one;
  if (record.kind === "doc_timestamp") {
    return null;
  }
  if (record.cms.subFilter !== padesFilter || !checked.pinsSigner) {
    return "CMS";
  }
  const at = stamped.own?.at ?? stamped.covering.at(-1)?.token.at ?? null;
  if (at === null) {
    return "B-B";
  }
  if (
    stamped.covering.some(
      ({ case: stamp }) => !context.deadline.passed && isLongTerm(one, stamped, at, context, coveredBy(stamp, context)),
    )
  ) {
    return "B-LTA";
  }
  return isLongTerm(one, stamped, at, context, inFile) && hasStampData(stamped, context) ? "B-LT" : "B-T";
}

const inFile: MayUse = ({ kind }) => kind !== "own";

function isLongTerm(one: TrustCase, { own }: CaseTimestamps, at: Date, context: LevelContext, mayUse: MayUse): boolean {
  const ofOwnTimestamp = own?.at ? hasData(own.path, own.at, context, mayUse) : true;
  return ofOwnTimestamp && hasData(one.path, at, context, mayUse);
}

// Where no document timestamp covers the data, the one that the time is taken from needs data of its own.
function hasStampData({ own, covering }: CaseTimestamps, context: LevelContext): boolean {
  return own?.at
    ? true
    : covering.some(({ token }) => token.at !== null && hasData(token.path, token.at, context, inFile));
}

function hasData(path: CertificatePath | null, at: Date, { material, now }: LevelContext, mayUse: MayUse): boolean {
  if (!path?.isComplete) {
    return false;
  }
  return (
    checkPathRevocation(path, { data: material.revocation, budget: material.budget, at, now, mayUse }).status !==
    "unknown"
  );
}

const covered = new WeakMap<TrustCase, MayUse>();

/** Data that a document timestamp covers: what its revision's security store holds, and what lies inside the signatures. */
function coveredBy(stamp: TrustCase, context: LevelContext): MayUse {
  const mayUse = covered.get(stamp) ?? readCovered(stamp, context);
  covered.set(stamp, mayUse);
  return mayUse;
}

function readCovered(stamp: TrustCase, { store, deadline }: LevelContext): MayUse {
  const revision = deadline.passed ? null : openRevision(store, stamp.end);
  const objects = revision ? storeObjectsOf(revision) : null;
  return (origin) =>
    origin.kind === "signature" ||
    (origin.kind === "store" &&
      (objects?.responses.has(origin.objectNum) === true || objects?.lists.has(origin.objectNum) === true));
}

function openRevision(store: RevisionStore, end: number) {
  try {
    return unlessDamaged(() => store.open(end), null);
  } catch (error) {
    if (error instanceof TimeUp) {
      return null;
    }
    throw error;
  }
}
