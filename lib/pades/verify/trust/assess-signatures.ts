import { describeCertificate } from "@/lib/pades/verify/chain";
import { TimeUp, type Deadline } from "@/lib/pades/verify/deadline";
import { etsiWords } from "@/lib/pades/verify/etsi-words";
import { noTimestamp } from "@/lib/pades/verify/report";
import type { RevisionStore } from "@/lib/pades/verify/revisions";
import { assessTimestamps, earliest, type CaseTimestamps } from "@/lib/pades/verify/trust/assess-timestamps";
import type { CertificatePath } from "@/lib/pades/verify/trust/build-path";
import { checkPath } from "@/lib/pades/verify/trust/check-path";
import type { TrustMaterial } from "@/lib/pades/verify/trust/gather-material";
import { levelOf } from "@/lib/pades/verify/trust/level";
import { calledBy, type PathProblem } from "@/lib/pades/verify/trust/path-problem";
import {
  checkPathRevocation,
  revokedInWords,
  toRevocationReport,
  type PathRevocation,
} from "@/lib/pades/verify/trust/path-revocation";
import { checkSignerUsage } from "@/lib/pades/verify/trust/signer-usage";
import type { TrustCase } from "@/lib/pades/verify/trust/trust-case";

/** Times by which a signature is judged. */
interface Times {
  now: Date;
  /** A credited timestamp over the signature, of its own or of the document. */
  credited: Date | null;
  /** The same by a trusted authority: a proof. */
  proven: Date | null;
  /** The one that counts for showing: credited, else claimed, else now. */
  shown: Date;
}

/** Fills in the members of the records that speak of trust: path, revocation, timestamps, level, ETSI's words. Never touches a verdict. */
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
      one.record.chainProblems = [new TimeUp().message];
    }
  }
}

function fill(one: TrustCase, stamped: CaseTimestamps, material: TrustMaterial, now: Date): void {
  const { record, path } = one;
  record.timestamp = stamped.own?.report ?? noTimestamp;
  record.contentTimestamp = stamped.content?.report ?? noTimestamp;
  record.signedAt = (stamped.own?.at ?? one.claimedAt)?.toISOString() ?? null;
  const times = timesOf(one, stamped, now);
  const asked = { data: material.revocation, budget: material.budget, now };
  const revocation = path && checkPathRevocation(path, { ...asked, at: times.shown });
  if (path && revocation) {
    record.certificates = path.certificates.map(({ x509 }) => describeCertificate(x509));
    record.chainProblems = [...problemsShown(one, path, times), ...clockProblems(one, times)];
    const ofTimestamp = record.kind === "doc_timestamp" ? stamped.own?.report.revocation : undefined;
    record.revocation = ofTimestamp ?? toRevocationReport(revocation, meaningOf(revocation, path, times.proven));
  }
  const proof = path && checkPathRevocation(path, { ...asked, at: times.proven ?? now });
  record.etsi = wordsFor(one, stamped, proof, times);
}

function timesOf(one: TrustCase, stamped: CaseTimestamps, now: Date): Times {
  const covering = stamped.covering.map(({ token }) => token);
  // A document timestamp is itself signed at the time that it names; what proves that time is another one over it.
  if (one.record.kind === "doc_timestamp") {
    const at = stamped.own?.report.at ?? null;
    return {
      now,
      credited: null,
      proven: earliest(covering.map(({ trustedAt }) => trustedAt)),
      shown: at === null ? now : new Date(at),
    };
  }
  const credited = earliest([stamped.own?.at ?? null, ...covering.map(({ at }) => at)]);
  const proven = earliest([stamped.own?.trustedAt ?? null, ...covering.map(({ trustedAt }) => trustedAt)]);
  return { now, credited, proven, shown: credited ?? one.claimedAt ?? now };
}

function problemsShown({ record }: TrustCase, path: CertificatePath, times: Times): string[] {
  const isAnchored = path.chain !== "unknown";
  const then = checkPath(path.certificates, times.shown, isAnchored);
  const [signer] = path.certificates;
  const usage = record.kind === "signature" && signer ? checkSignerUsage(signer) : [];
  const texts = [...then, ...usage].map(({ text }) => text);
  const isUnproven =
    times.credited === null && signer !== undefined && times.shown <= signer.notAfter && signer.notAfter < times.now;
  const since = isUnproven
    ? [`the certificate of ${calledBy(signer)} has expired, and no timestamp proves that it was used before`]
    : [];
  return [...new Set([...path.refusals, ...texts, ...since])];
}

// The claimed time is what the signer says; a timestamp over the signature can only be later.
function clockProblems({ record, claimedAt }: TrustCase, { credited }: Times): string[] {
  const isLater =
    record.kind === "signature" &&
    claimedAt !== null &&
    credited !== null &&
    claimedAt.getTime() > credited.getTime() + 60_000;
  return isLater ? ["the signer claims a later time than the timestamp proves"] : [];
}

/** What a revocation means for this signature: nothing when it is proven to be older; undefined leaves the answer's own words. */
function meaningOf(
  { status, revoked, isOfSigner }: PathRevocation,
  path: CertificatePath,
  proven: Date | null,
): string | null | undefined {
  if (status !== "revoked" || !revoked) {
    return undefined;
  }
  if (proven !== null && proven < revoked.at) {
    return null;
  }
  const [signer] = path.certificates;
  const whose =
    isOfSigner && signer
      ? `the certificate of ${calledBy(signer)}`
      : "the certificate of an authority above the signer";
  return `${whose} ${revokedInWords(revoked)}, and no trusted timestamp proves that the signature is older`;
}

function wordsFor(
  { record, checked, path }: TrustCase,
  stamped: CaseTimestamps,
  revocation: PathRevocation | null,
  { proven, now }: Times,
): TrustCase["record"]["etsi"] {
  const problems: PathProblem[] = path ? checkPath(path.certificates, proven ?? now, path.chain !== "unknown") : [];
  const [signer] = path?.certificates ?? [];
  const usage = record.kind === "signature" && signer ? checkSignerUsage(signer) : [];
  return etsiWords({
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
