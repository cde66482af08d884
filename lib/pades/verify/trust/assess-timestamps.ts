import { readCertificate, type Certificate } from "@/lib/pades/verify/cms/certificate";
import type { Deadline } from "@/lib/pades/verify/file/deadline";
import { toReported, type ReportedFinding } from "@/lib/pades/verify/report/finding-text";
import { finding, type Finding } from "@/lib/pades/verify/report/findings";
import { noTimestamp, type SignatureRecord, type TimestampReport } from "@/lib/pades/verify/report/report";
import { buildPath, type CertificatePath } from "./build-path";
import { checkPath } from "./check-path";
import type { CheckedSignature } from "./check-signature";
import type { TrustMaterial } from "./gather-material";
import { checkPathRevocation, revokedParams, toRevocationReport, type PathRevocation } from "./path-revocation";
import { isHarmless } from "./revoked-facts";
import type { CheckedToken } from "./timestamp-token";

/** The maximum difference between the clocks of two authorities. */
const clockSkewMs = 60_000;

/** The timestamps of one signature, judged in view of those that cover it. */
export interface CaseTimestamps {
  /** The best of the signature's own timestamps. For a document timestamp, itself. */
  own: AssessedToken | null;
  /** The best of those made before signing. */
  content: AssessedToken | null;
  /** Accepted document timestamps that cover the signature. */
  covering: { case: TrustCase; token: AssessedToken }[];
  isOutOfOrder: boolean;
}

/**
 * Assesses all timestamps, starting with the last document timestamp: each trusted one proves that everything it
 * covers existed by then (ETSI EN 319 102-1, 5.6.2.4).
 */
export function assessTimestamps(
  cases: readonly TrustCase[],
  material: TrustMaterial,
  deadline: Deadline,
  now: Date,
): Map<TrustCase, CaseTimestamps> {
  const found = new Map<TrustCase, CaseTimestamps>();
  const covers: CaseTimestamps["covering"] = [];
  for (const one of [...cases].sort((a, b) => b.end - a.end)) {
    if (deadline.passed) {
      break;
    }
    const covering = covers.filter((cover) => cover.case.end > one.end);
    const provenAt = earliest(covering.map(({ token }) => token.trustedAt)) ?? now;
    const assess = (tokens: readonly CheckedToken[]) =>
      bestOf(tokens.map((token) => assessToken(token, material, provenAt, now)));
    const isStamp = one.record.kind === "doc_timestamp";
    const isOutOfOrder = isStamp && isOlderThanCovered(one, cases);
    const own = isOutOfOrder ? refuseOrder(assess(one.checked.tokens)) : assess(one.checked.tokens);
    found.set(one, { own, content: assess(one.checked.contentTokens), covering, isOutOfOrder });
    if (isStamp && own?.at && one.record.intact) {
      covers.push({ case: one, token: own });
    }
  }
  return found;
}

export function earliest(times: readonly (Date | null)[]): Date | null {
  const known = times.filter((time) => time !== null);
  return known.reduce<Date | null>((first, time) => (first && first <= time ? first : time), null);
}

/**
 * The earliest trusted one, or else the earliest of a known authority, or else the earliest accepted one, or else the
 * first: anyone may add a token of their own authority to a signature.
 */
function bestOf(tokens: readonly AssessedToken[]): AssessedToken | null {
  const [first] = tokens;
  const by = (pick: (token: AssessedToken) => Date | null) => {
    const time = earliest(tokens.map(pick));
    return time && tokens.find((token) => pick(token) === time);
  };
  return by((token) => token.trustedAt) ?? by((token) => token.knownAt) ?? by((token) => token.at) ?? first ?? null;
}

// Time cannot run backwards along the revisions of a file.
function isOlderThanCovered(stamp: TrustCase, cases: readonly TrustCase[]): boolean {
  const at = stamp.checked.tokens[0]?.outcome.at;
  const covered = cases.filter((one) => one.end < stamp.end).flatMap(({ checked }) => checked.tokens);
  return (
    at != null &&
    covered.some(
      ({ outcome }) =>
        outcome.status === "valid" && outcome.at !== null && outcome.at.getTime() > at.getTime() + clockSkewMs,
    )
  );
}

function refuseOrder(token: AssessedToken | null): AssessedToken | null {
  const outOfOrder = [finding("timestamp_out_of_order")].map(toReported);
  return (
    token && {
      ...token,
      at: null,
      knownAt: null,
      trustedAt: null,
      report: {
        ...token.report,
        status: "invalid",
        ...(token.report.findings.length === 0 ? problemsOf(outOfOrder) : {}),
      },
    }
  );
}

/** A timestamp and the facts about its authority. */
interface AssessedToken {
  report: TimestampReport;
  /**
   * The time of an accepted timestamp: valid, with a certificate in force and not revoked for a reason that affects it.
   */
  at: Date | null;
  /** `at`, if the authority's path leads to an anchor and the time is not in the future. */
  knownAt: Date | null;
  /** `at`, if the authority is trusted: its path leads to an anchor and has no problem at the proven time. */
  trustedAt: Date | null;
  path: CertificatePath | null;
  revocation: PathRevocation | null;
}

const kindsThatMatter: ReadonlySet<string> = new Set(["constraint", "usage", "expired", "not_yet_valid", "weak"]);

/**
 * Checks the authority of a timestamp. `provenAt`: the time at which a trusted timestamp over the token proves its
 * existence, or else now (ETSI EN 319 102-1, 5.4 and 5.6.2).
 */
function assessToken(
  { outcome, signer }: CheckedToken,
  material: TrustMaterial,
  provenAt: Date,
  now: Date,
): AssessedToken {
  const certificate = signer ? readCertificate(signer.raw) : null;
  const { status, at, authority, problems } = outcome;
  const report: TimestampReport = {
    ...noTimestamp,
    status,
    at: at?.toISOString() ?? null,
    authority,
    ...problemsOf(problems.map(toReported)),
  };
  if (!certificate || !at) {
    return { report, at: null, knownAt: null, trustedAt: null, path: null, revocation: null };
  }
  const path = buildPath(certificate, material.pool, material.anchors, material.budget, at);
  const revocation = checkPathRevocation(path, { data: material.revocation, budget: material.budget, at, now });
  const objection = objectionTo(revocation, at);
  const isCredited = status === "valid" && objection === null;
  const isKnown = isCredited && path.chain !== "unknown" && at.getTime() <= now.getTime() + clockSkewMs;
  const isTrusted = isKnown && revocation.status !== "unknown" && !isOutOfForce(path, provenAt);
  return {
    report: {
      ...report,
      status: isCredited ? "valid" : "invalid",
      ...(problems.length === 0 && objection ? problemsOf([toReported(objection)]) : {}),
      chain: path.chain,
      revocation: toRevocationReport(revocation, revocation.status === "revoked" ? objection : undefined),
    },
    at: isCredited ? at : null,
    knownAt: isKnown ? at : null,
    trustedAt: isTrusted ? at : null,
    path,
    revocation,
  };
}

function problemsOf(findings: ReportedFinding[]): Pick<TimestampReport, "problem" | "findings"> {
  return { problem: findings.length === 0 ? null : findings.map(({ text }) => text).join("; "), findings };
}

/**
 * RFC 3161, section 4: after a revocation of its authority's certificate, a timestamp stays valid only if the
 * revocation came later and for a harmless reason.
 */
function objectionTo({ status, revoked }: PathRevocation, at: Date): Finding | null {
  if (status !== "revoked" || !revoked || (isHarmless(revoked) && at < revoked.at)) {
    return null;
  }
  return finding("timestamp_authority_revoked", revokedParams(revoked));
}

function isOutOfForce({ certificates }: CertificatePath, provenAt: Date): boolean {
  return checkPath(certificates, provenAt, true).some(({ kind }) => kindsThatMatter.has(kind));
}

/** A signature whose trust is being assessed. */
export interface TrustCase {
  record: SignatureRecord;
  checked: CheckedSignature;
  /** The signer's path, built before the times were known. */
  path: CertificatePath | null;
  /** End of the signed range. */
  end: number;
  /** The claimed time, in `/M` or an attribute. */
  claimedAt: Date | null;
}

/**
 * The path of a signer, selected at the time of the signature's own timestamp, or else at the claimed time, or else
 * now.
 */
export function signerPathOf(
  { signer, tokens }: CheckedSignature,
  claimedAt: Date | null,
  material: TrustMaterial,
  now: Date,
): CertificatePath | null {
  const certificate: Certificate | null = signer ? readCertificate(signer.raw) : null;
  const stamped = tokens.find(({ outcome }) => outcome.status === "valid")?.outcome.at ?? null;
  return (
    certificate && buildPath(certificate, material.pool, material.anchors, material.budget, stamped ?? claimedAt ?? now)
  );
}
