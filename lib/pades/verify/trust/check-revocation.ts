import { signatureAlgorithmOf } from "@/lib/pades/verify/cms/algorithms";
import { BerError } from "@/lib/pades/verify/cms/ber";
import type { Certificate } from "@/lib/pades/verify/trust/certificate";
import { KeyUsage, mayBeUsedFor, needsNoRevocation } from "@/lib/pades/verify/trust/certificate-extensions";
import type { LinkBudget } from "@/lib/pades/verify/trust/issued-by";
import { calledBy } from "@/lib/pades/verify/trust/path-problem";
import { isAbout, isFromAuthority } from "@/lib/pades/verify/trust/responder";
import type { DataOrigin, RevocationData } from "@/lib/pades/verify/trust/revocation-data";
import { findEntry } from "@/lib/pades/verify/trust/revocation-list";
import { covers } from "@/lib/pades/verify/trust/revocation-list-scope";
import type { RevokedFacts } from "@/lib/pades/verify/trust/revoked-facts";
import { isSignedBy } from "@/lib/pades/verify/trust/signed-structure";

const dayMs = 24 * 3600 * 1000;
/** How far the clock of an authority may be ahead of ours. */
const clockSkewMs = 10 * 60 * 1000;

export interface RevocationQuestion {
  data: RevocationData;
  budget: LinkBudget;
  /** The time that counts: data that ended before it says nothing of it. */
  at: Date;
  now: Date;
  /** Which data may answer; all by default. */
  mayUse?: (origin: DataOrigin) => boolean;
}

export interface RevocationAnswer {
  status: "good" | "revoked" | "unknown" | "not_needed";
  source: "ocsp" | "crl" | null;
  /** When it was true. */
  at: Date | null;
  revoked: RevokedFacts | null;
  problem: string | null;
}

/** What one piece of data says of one certificate, its signature and scope checked. */
interface Finding {
  source: "ocsp" | "crl";
  origin: DataOrigin;
  thisUpdate: Date;
  nextUpdate: Date | null;
  revoked: RevokedFacts | null;
}

/** Good answers about one certificate that are kept, the newest; those that say revoked are never dropped. */
const mostGood = 64;

/** Asked for again and again: for every signature, at several times, with some of the data or all. */
const found = new WeakMap<RevocationData, Map<string, readonly Finding[]>>();

const silent: RevocationAnswer = { status: "unknown", source: null, at: null, revoked: null, problem: null };

/**
 * What the data at hand say of one certificate (RFC 5280 6.3, RFC 6960 3.2). Each piece must be signed by the issuer, or by whom it
 * charged, and speak of this certificate. Revoked in any of them is revoked; else the newest one that reaches the time that counts. Never throws.
 */
export function checkRevocation(
  certificate: Certificate,
  issuer: Certificate | null,
  question: RevocationQuestion,
): RevocationAnswer {
  if (readable(() => needsNoRevocation(certificate), false)) {
    return { ...silent, status: "not_needed" };
  }
  if (!issuer) {
    return { ...silent, problem: `who issued the certificate of ${calledBy(certificate)} is not known` };
  }
  const findings = findingsAbout(certificate, issuer, question).filter(
    ({ origin }) => question.mayUse?.(origin) ?? true,
  );
  const revoked = findings.find((finding) => finding.revoked !== null);
  if (revoked) {
    return {
      status: "revoked",
      source: revoked.source,
      at: revoked.thisUpdate,
      revoked: revoked.revoked,
      problem: null,
    };
  }
  const current = findings.find((finding) => reaches(finding, question.at) && !isAfterEnd(finding, certificate));
  if (current) {
    return { status: "good", source: current.source, at: current.thisUpdate, revoked: null, problem: null };
  }
  const [newest] = findings;
  const problem = newest
    ? `the revocation data of ${calledBy(certificate)} do not reach the time of the signature`
    : `there are no revocation data for the certificate of ${calledBy(certificate)}`;
  return { ...silent, source: newest?.source ?? null, at: newest?.thisUpdate ?? null, problem };
}

/** The newest first. */
function findingsAbout(
  certificate: Certificate,
  issuer: Certificate,
  question: RevocationQuestion,
): readonly Finding[] {
  const byCertificate = found.get(question.data) ?? new Map<string, readonly Finding[]>();
  found.set(question.data, byCertificate);
  const key = `${certificate.x509.fingerprint256} ${issuer.x509.fingerprint256}`;
  const known = byCertificate.get(key);
  if (known) {
    return known;
  }
  const all = [...fromResponses(certificate, issuer, question), ...fromLists(certificate, issuer, question)];
  const newestFirst = all.sort((one, other) => other.thisUpdate.getTime() - one.thisUpdate.getTime());
  const good = newestFirst.filter(({ revoked }) => revoked === null).slice(0, mostGood);
  const kept = newestFirst.filter((finding) => finding.revoked !== null || good.includes(finding));
  byCertificate.set(key, kept);
  return kept;
}

function fromResponses(
  certificate: Certificate,
  issuer: Certificate,
  { data, budget, now }: RevocationQuestion,
): Finding[] {
  return data.answersAbout(certificate.serial).flatMap(({ response, answer, origin }): Finding[] => {
    const isOfUse = !answer.isUnknown && isPast(answer.thisUpdate, now) && isAbout(answer, certificate, issuer);
    if (
      !isOfUse ||
      isForgeable(response.algorithm.oid) ||
      !readable(() => isFromAuthority(response, issuer, budget), false)
    ) {
      return [];
    }
    return [
      { source: "ocsp", origin, thisUpdate: answer.thisUpdate, nextUpdate: answer.nextUpdate, revoked: answer.revoked },
    ];
  });
}

function fromLists(certificate: Certificate, issuer: Certificate, { data, now }: RevocationQuestion): Finding[] {
  return data.listsOf(issuer.subjectKey).flatMap(({ list, origin }): Finding[] =>
    readable(() => {
      const isOfUse = list.isUsable && isPast(list.thisUpdate, now) && !isForgeable(list.algorithm.oid);
      if (
        !isOfUse ||
        !covers(list, certificate) ||
        !mayBeUsedFor(issuer, KeyUsage.cRLSign) ||
        !isSignedBy(list, issuer)
      ) {
        return [];
      }
      return [
        {
          source: "crl" as const,
          origin,
          thisUpdate: list.thisUpdate,
          nextUpdate: list.nextUpdate,
          revoked: findEntry(list, certificate.serial),
        },
      ];
    }, []),
  );
}

// Without an end an answer is one of the moment (RFC 6960 4.2.2.1).
function reaches({ thisUpdate, nextUpdate }: Finding, at: Date): boolean {
  return (nextUpdate ?? new Date(thisUpdate.getTime() + dayMs)) >= at;
}

/** An authority may drop a certificate from its lists once it has expired (RFC 5280 5): then silence means nothing. */
function isAfterEnd({ thisUpdate }: Finding, { notAfter }: Certificate): boolean {
  return thisUpdate > notAfter;
}

function isPast(time: Date, now: Date): boolean {
  return time.getTime() <= now.getTime() + clockSkewMs;
}

// SHA-1 is borne with here: old authorities answered so, and whoever forges an answer would need a second preimage.
function isForgeable(algorithm: string): boolean {
  return signatureAlgorithmOf(algorithm)?.digest === "md5";
}

function readable<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof BerError) {
      return otherwise;
    }
    throw error;
  }
}
