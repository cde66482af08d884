import { describeCertificate } from "@/lib/pades/verify/cms/chain";
import type { CmsFailure } from "@/lib/pades/verify/cms/cms-check";
import { orWhenUnreadable } from "@/lib/pades/verify/file/account-bytes";
import { TimeUp, type Deadline } from "@/lib/pades/verify/file/deadline";
import type { RevisionStore } from "@/lib/pades/verify/file/revisions";
import { reportedList } from "@/lib/pades/verify/report/finding-text";
import { finding, isSameFinding, type Finding } from "@/lib/pades/verify/report/findings";
import {
  noTimestamp,
  type ChainName,
  type EtsiIndication,
  type EtsiResult,
  type PadesLevel,
  type SignatureVerdict,
} from "@/lib/pades/verify/report/report";
import { assessTimestamps, earliest, type CaseTimestamps, type TrustCase } from "./assess-timestamps";
import type { CertificatePath } from "./build-path";
import { checkPath, checkSignerUsage } from "./check-path";
import { storeObjectsOf, type TrustMaterial } from "./gather-material";
import { nameOf, type PathProblem, type PathProblemKind } from "./issued-by";
import { checkPathRevocation, revokedParams, toRevocationReport, type PathRevocation } from "./path-revocation";
import type { DataOrigin } from "./revocation-data";

/** The times by which a signature is judged. */
interface Times {
  now: Date;
  /**
   * The time of an accepted timestamp of a known authority over the signature: a signature timestamp or a document
   * timestamp.
   */
  credited: Date | null;
  /** Like `credited`, of a trusted authority, which makes it a proof. */
  proven: Date | null;
  /** The time that counts: credited, or else claimed, or else that of an unknown authority, or else now. */
  shown: Date;
}

/**
 * Fills in the trust results of the records: path, revocation, timestamps, level, ETSI indication. Never changes a
 * verdict.
 */
export function assessSignatures(
  cases: readonly TrustCase[],
  material: TrustMaterial,
  store: RevisionStore,
  deadline: Deadline,
  now: Date,
): void {
  const timestamps = assessTimestamps(cases, material, deadline, now);
  for (const one of cases) {
    const stamped = deadline.passed ? undefined : timestamps.get(one);
    if (stamped) {
      fill(one, stamped, material, now);
      one.record.level = levelOf(one, stamped, { material, store, deadline, now });
    } else {
      report(one, [finding("out_of_time")]);
    }
  }
}

function fill(one: TrustCase, stamped: CaseTimestamps, material: TrustMaterial, now: Date): void {
  const { record, path } = one;
  record.timestamp = stamped.own?.report ?? noTimestamp;
  record.contentTimestamp = stamped.content?.report ?? noTimestamp;
  record.signedAt = signedAtOf(one, stamped)?.toISOString() ?? null;
  const times = timesOf(one, stamped, now);
  const sources = { data: material.revocation, budget: material.budget, now };
  const revocation = path && checkPathRevocation(path, { ...sources, at: times.shown });
  if (path && revocation) {
    record.certificates = path.certificates.map(({ x509 }) => describeCertificate(x509));
    report(one, [...problemsShown(one, path, times), ...clockProblems(one, times)]);
    const ofTimestamp = record.kind === "doc_timestamp" ? stamped.own?.report.revocation : undefined;
    record.revocation = ofTimestamp ?? toRevocationReport(revocation, meaningOf(revocation, path, times.proven));
  }
  const proof = path && checkPathRevocation(path, { ...sources, at: times.proven ?? now });
  record.etsi = etsiResultOf(one, stamped, proof, times);
}

// A timestamp is not covered by the signature, so one of an unknown authority may come from anybody. The claimed time
// is signed.
function signedAtOf({ record, claimedAt }: TrustCase, { own }: CaseTimestamps): Date | null {
  const accepted = own?.at ?? null;
  return record.kind === "doc_timestamp" ? (accepted ?? claimedAt) : (own?.knownAt ?? claimedAt ?? accepted);
}

function report({ record }: TrustCase, problems: readonly Finding[]): void {
  const { texts, findings } = reportedList(problems);
  record.chainProblems = texts;
  record.chainFindings = findings;
}

function timesOf(one: TrustCase, stamped: CaseTimestamps, now: Date): Times {
  const covering = stamped.covering.map(({ token }) => token);
  // A document timestamp is itself signed at the time that it states. Only another timestamp over it proves that
  // time.
  if (one.record.kind === "doc_timestamp") {
    const at = stamped.own?.report.at ?? null;
    return {
      now,
      credited: null,
      proven: earliest(covering.map(({ trustedAt }) => trustedAt)),
      shown: at === null ? now : new Date(at),
    };
  }
  const accepted = earliest([stamped.own?.at ?? null, ...covering.map(({ at }) => at)]);
  const credited = earliest([stamped.own?.knownAt ?? null, ...covering.map(({ knownAt }) => knownAt)]);
  const proven = earliest([stamped.own?.trustedAt ?? null, ...covering.map(({ trustedAt }) => trustedAt)]);
  return { now, credited, proven, shown: credited ?? one.claimedAt ?? accepted ?? now };
}

function problemsShown({ record }: TrustCase, path: CertificatePath, times: Times): Finding[] {
  const isAnchored = path.chain !== "unknown";
  const then = checkPath(path.certificates, times.shown, isAnchored);
  const [signer] = path.certificates;
  const usage = record.kind === "signature" && signer ? checkSignerUsage(signer) : [];
  const found = [...then, ...usage].map((problem) => problem.finding);
  const isUnproven =
    times.credited === null && signer !== undefined && times.shown <= signer.notAfter && signer.notAfter < times.now;
  const since = isUnproven ? [finding("certificate_expired_unproven", { name: nameOf(signer) })] : [];
  const all = [...path.refusals, ...found, ...since];
  return all.filter((one, index) => all.findIndex((other) => isSameFinding(one, other)) === index);
}

// The signer chooses the claimed time. A timestamp over the signature can only be later.
function clockProblems({ record, claimedAt }: TrustCase, { credited }: Times): Finding[] {
  const isLater =
    record.kind === "signature" &&
    claimedAt !== null &&
    credited !== null &&
    claimedAt.getTime() > credited.getTime() + 60_000;
  return isLater ? [finding("claimed_time_too_late")] : [];
}

/**
 * The effect of a revocation on this signature: none if the signature is proven to be older. Undefined leaves the
 * finding unchanged.
 */
function meaningOf(
  { status, revoked, isOfSigner }: PathRevocation,
  path: CertificatePath,
  proven: Date | null,
): Finding | null | undefined {
  if (status !== "revoked" || !revoked) {
    return undefined;
  }
  if (proven !== null && proven < revoked.at) {
    return null;
  }
  const [signer] = path.certificates;
  return isOfSigner && signer
    ? finding("certificate_revoked", { name: nameOf(signer), ...revokedParams(revoked) })
    : finding("authority_revoked", revokedParams(revoked));
}

function etsiResultOf(
  { record, checked, path }: TrustCase,
  stamped: CaseTimestamps,
  revocation: PathRevocation | null,
  { proven, now }: Times,
): TrustCase["record"]["etsi"] {
  const problems: PathProblem[] = path ? checkPath(path.certificates, proven ?? now, path.chain !== "unknown") : [];
  const [signer] = path?.certificates ?? [];
  const usage = record.kind === "signature" && signer ? checkSignerUsage(signer) : [];
  return etsiResult({
    verdict: record.verdict,
    failure: checked.failure,
    timestampsOutOfOrder: stamped.isOutOfOrder,
    chain: record.chain,
    pathProblems: new Set([...problems, ...usage].map(({ kind }) => kind)),
    revocation: {
      status: revocation?.status ?? "unknown",
      isOfSigner: revocation?.isOfSigner ?? true,
      revokedAt: revocation?.revoked?.at ?? null,
    },
    provenAt: proven,
    notBefore: stamped.content?.trustedAt ?? null,
    expiresAt: signer?.notAfter ?? null,
  });
}

/** Inputs for the result according to ETSI EN 319 102-1, each determined before. */
export interface EtsiFacts {
  verdict: SignatureVerdict;
  failure: CmsFailure | null;
  /** Whether a timestamp, on its own or on this signature, has an earlier time than a timestamp that it covers. */
  timestampsOutOfOrder: boolean;
  chain: ChainName;
  /** Problems of the path at the proven time, or now if none is proven. */
  pathProblems: ReadonlySet<PathProblemKind>;
  revocation: {
    status: "good" | "revoked" | "unknown" | "not_needed";
    /** Whether `status` concerns the signer's own certificate, not an authority's. */
    isOfSigner: boolean;
    revokedAt: Date | null;
  };
  /** A trusted timestamp proves that the signature existed at this time. */
  provenAt: Date | null;
  /** A trusted timestamp inside the signature proves that it was made after this time. */
  notBefore: Date | null;
  /** End of validity of the signer's certificate. */
  expiresAt: Date | null;
}

type Row = [applies: (facts: EtsiFacts) => boolean, indication: EtsiIndication, subIndication: string | null];

const failed: EtsiIndication = "TOTAL_FAILED";
const open: EtsiIndication = "INDETERMINATE";

const isRevoked = ({ revocation }: EtsiFacts): boolean => revocation.status === "revoked";
const wasProvenBefore = ({ provenAt, revocation }: EtsiFacts): boolean =>
  provenAt !== null && revocation.revokedAt !== null && provenAt < revocation.revokedAt;
const wasMadeAfter = ({ notBefore }: EtsiFacts, time: Date | null): boolean =>
  notBefore !== null && time !== null && notBefore > time;
const has =
  (kind: PathProblemKind) =>
  ({ pathProblems }: EtsiFacts): boolean =>
    pathProblems.has(kind);

/**
 * The first row that applies decides (ETSI EN 319 102-1, tables 5 and 6, in the order of the processes of 5.2, 5.3 and
 * 5.5): format, certificate, integrity, then the path, its times and its revocation.
 */
const rows: readonly Row[] = [
  [({ failure }) => failure === "hash", failed, "HASH_FAILURE"],
  [({ failure }) => failure === "crypto", failed, "SIG_CRYPTO_FAILURE"],
  [({ failure }) => failure === "format", failed, "FORMAT_FAILURE"],
  [({ failure, verdict }) => failure === "certificate" && verdict !== "modified", open, "NO_SIGNING_CERTIFICATE_FOUND"],
  [({ verdict }) => verdict === "invalid" || verdict === "modified", failed, "FORMAT_FAILURE"],
  [({ failure }) => failure === "algorithm", open, "CRYPTO_CONSTRAINTS_FAILURE_NO_POE"],
  [({ verdict }) => verdict === "unsupported", open, null],
  [({ timestampsOutOfOrder }) => timestampsOutOfOrder, open, "TIMESTAMP_ORDER_FAILURE"],
  [has("constraint"), open, "CERTIFICATE_CHAIN_GENERAL_FAILURE"],
  [({ chain }) => chain === "unknown", open, "NO_CERTIFICATE_CHAIN_FOUND"],
  [has("usage"), open, "CHAIN_CONSTRAINTS_FAILURE"],
  [
    (facts) => isRevoked(facts) && facts.revocation.isOfSigner && wasMadeAfter(facts, facts.revocation.revokedAt),
    failed,
    "REVOKED",
  ],
  [(facts) => isRevoked(facts) && !wasProvenBefore(facts), open, "REVOKED_NO_POE"],
  [(facts) => has("not_yet_valid")(facts) && facts.provenAt !== null, failed, "NOT_YET_VALID"],
  [(facts) => wasMadeAfter(facts, facts.expiresAt), failed, "EXPIRED"],
  [(facts) => has("expired")(facts) && facts.revocation.status === "good", open, "OUT_OF_BOUNDS_NOT_REVOKED"],
  [(facts) => has("expired")(facts) || has("not_yet_valid")(facts), open, "OUT_OF_BOUNDS_NO_POE"],
  [has("weak"), open, "CRYPTO_CONSTRAINTS_FAILURE_NO_POE"],
  [({ revocation }) => revocation.status === "unknown", open, "TRY_LATER"],
];

export function etsiResult(facts: EtsiFacts): EtsiResult {
  const row = rows.find(([applies]) => applies(facts));
  if (!row) {
    return { indication: "TOTAL_PASSED", subIndication: null };
  }
  const [, indication, subIndication] = row;
  const isAuthority = subIndication === "REVOKED_NO_POE" && !facts.revocation.isOfSigner;
  return { indication, subIndication: isAuthority ? "REVOKED_CA_NO_POE" : subIndication };
}

const padesFilter = "ETSI.CAdES.detached";

interface LevelContext {
  material: TrustMaterial;
  store: RevisionStore;
  deadline: Deadline;
  now: Date;
}

type MayUse = (origin: DataOrigin) => boolean;

/**
 * The baseline level (ETSI EN 319 142-1, section 6) according to the file's content and its coverage, regardless of
 * trust in the authorities. B-LT requires revocation data for every certificate of the signer's path and of its
 * timestamp's path. B-LTA requires a document timestamp over all of these, which itself needs no further data yet. A
 * document timestamp has no level.
 */
function levelOf(one: TrustCase, stamped: CaseTimestamps, context: LevelContext): PadesLevel | null {
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

// If no document timestamp covers the data, the timestamp that proves the time needs its own data.
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

/** Data covered by a document timestamp: that in its revision's security store and in the signatures. */
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
    return orWhenUnreadable(() => store.open(end), null);
  } catch (error) {
    if (error instanceof TimeUp) {
      return null;
    }
    throw error;
  }
}
