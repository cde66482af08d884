import { createHash } from "node:crypto";
import { digestOptionsOf, signatureAlgorithmOf } from "@/lib/pades/verify/cms/algorithms";
import { readCertificate, type Certificate } from "@/lib/pades/verify/cms/certificate";
import { finding, type Finding } from "@/lib/pades/verify/report/findings";
import { dayMs } from "@/lib/platform/locale/format";
import { BerError, childrenOf, contentOf, rawOf, readBer } from "@/lib/x509/ber";
import { isSignedBy } from "../cms/signature-value";
import {
  basicConstraintsOf,
  KeyUsage,
  mayBeUsedFor,
  needsNoRevocation,
  Oid,
  purposesOf,
} from "./certificate-extensions";
import { nameOf, type LinkBudget } from "./issued-by";
import {
  findEntry,
  issuingDistributionPoint,
  type DataOrigin,
  type OcspAnswer,
  type OcspResponse,
  type RevocationData,
  type RevocationList,
} from "./revocation-data";
import { isOnHold, isRemoved, type RevokedFacts } from "./revoked-facts";

/** Tolerance for an authority's clock that is ahead of ours. */
const clockSkewMs = 10 * 60 * 1000;

export interface RevocationQuestion {
  data: RevocationData;
  budget: LinkBudget;
  /** The relevant time. Data that ended before it does not apply to it. */
  at: Date;
  now: Date;
  /** The data that may be used. Default: all of it. */
  mayUse?: (origin: DataOrigin) => boolean;
}

export interface RevocationAnswer {
  status: "good" | "revoked" | "unknown" | "not_needed";
  source: "ocsp" | "crl" | null;
  /** The time at which the status was true. */
  at: Date | null;
  revoked: RevokedFacts | null;
  problem: Finding | null;
}

/** The status of one certificate according to one piece of data, after checking its signature and scope. */
interface Statement {
  source: "ocsp" | "crl";
  origin: DataOrigin;
  thisUpdate: Date;
  nextUpdate: Date | null;
  revoked: RevokedFacts | null;
}

/** Limit of the good statuses kept for one certificate, newest first. Revoked ones are never dropped. */
const mostGood = 64;

/** Cached, because the same data is needed for every signature, at several times, with some of the data or all. */
const found = new WeakMap<RevocationData, Map<string, readonly Statement[]>>();

const silent: RevocationAnswer = { status: "unknown", source: null, at: null, revoked: null, problem: null };
const notNeeded: RevocationAnswer = { ...silent, status: "not_needed" };

/**
 * The revocation status of one certificate according to the available data (RFC 5280 6.3, RFC 6960 3.2). Each piece
 * must be signed by the issuer or its delegate, and cover this certificate. One revocation suffices, even for a
 * certificate that promises none. Otherwise the newest status that covers the relevant time counts. Never throws.
 */
export function checkRevocation(
  certificate: Certificate,
  issuer: Certificate | null,
  question: RevocationQuestion,
): RevocationAnswer {
  const isNotNeeded = readable(() => needsNoRevocation(certificate), false);
  if (!issuer) {
    return isNotNeeded ? notNeeded : { ...silent, problem: finding("issuer_unknown", { name: nameOf(certificate) }) };
  }
  const findings = findingsAbout(certificate, issuer, question).filter(
    ({ origin }) => question.mayUse?.(origin) ?? true,
  );
  const revoked = findings.find((finding) => finding.revoked !== null && !isLifted(finding, findings, certificate));
  if (revoked) {
    return {
      status: "revoked",
      source: revoked.source,
      at: revoked.thisUpdate,
      revoked: revoked.revoked,
      problem: null,
    };
  }
  if (isNotNeeded) {
    return notNeeded;
  }
  const current = findings.find((finding) => reaches(finding, question.at) && !isAfterEnd(finding, certificate));
  if (current) {
    return { status: "good", source: current.source, at: current.thisUpdate, revoked: null, problem: null };
  }
  const [newest] = findings;
  const problem = finding(newest ? "revocation_data_outdated" : "revocation_data_missing", {
    name: nameOf(certificate),
  });
  return { ...silent, source: newest?.source ?? null, at: newest?.thisUpdate ?? null, problem };
}

/** The newest first. */
function findingsAbout(
  certificate: Certificate,
  issuer: Certificate,
  question: RevocationQuestion,
): readonly Statement[] {
  const byCertificate = found.get(question.data) ?? new Map<string, readonly Statement[]>();
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

/** Whether a hold was followed by a good status. Only a hold can end (RFC 5280, 5.3.1). */
function isLifted({ revoked, thisUpdate }: Statement, all: readonly Statement[], certificate: Certificate): boolean {
  return (
    revoked !== null &&
    isOnHold(revoked) &&
    all.some((later) => later.revoked === null && later.thisUpdate > thisUpdate && !isAfterEnd(later, certificate))
  );
}

function fromResponses(
  certificate: Certificate,
  issuer: Certificate,
  { data, budget, now }: RevocationQuestion,
): Statement[] {
  return data.answersAbout(certificate.serial).flatMap(({ response, answer, origin }): Statement[] => {
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

function fromLists(certificate: Certificate, issuer: Certificate, { data, now }: RevocationQuestion): Statement[] {
  return data.listsOf(issuer.subjectKey).flatMap(({ list, origin }): Statement[] =>
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
      const entry = findEntry(list, certificate.serial);
      // A delta lists only changes, so a missing entry proves nothing.
      if (entry === null && list.isDelta) {
        return [];
      }
      return [
        {
          source: "crl" as const,
          origin,
          thisUpdate: list.thisUpdate,
          nextUpdate: list.nextUpdate,
          revoked: entry && isRemoved(entry) ? null : entry,
        },
      ];
    }, []),
  );
}

// Without an end, an answer applies only to the moment it was made (RFC 6960 4.2.2.1).
function reaches({ thisUpdate, nextUpdate }: Statement, at: Date): boolean {
  return (nextUpdate ?? new Date(thisUpdate.getTime() + dayMs)) >= at;
}

/**
 * An authority may drop a certificate from its lists once it has expired (RFC 5280 5), so a missing entry means
 * nothing then.
 */
function isAfterEnd({ thisUpdate }: Statement, { notAfter }: Certificate): boolean {
  return thisUpdate > notAfter;
}

function isPast(time: Date, now: Date): boolean {
  return time.getTime() <= now.getTime() + clockSkewMs;
}

// SHA-1 is accepted here: old responders used it, and forging a response would require a second preimage.
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

/** Tags of IssuingDistributionPoint (RFC 5280 5.2.5). */
const Part = {
  place: 0xa0,
  onlyUsers: 0x81,
  onlyAuthorities: 0x82,
  someReasons: 0x83,
  indirect: 0x84,
  onlyAttributes: 0x85,
} as const;

/**
 * Whether a CRL covers a certificate at all, so that a missing entry is meaningful (RFC 5280 6.3.3 b): CRLs may be
 * limited to one kind of certificate, some reasons, or one distribution point. Throws BerError.
 */
function covers(list: RevocationList, certificate: Certificate): boolean {
  const scope = list.extensions.get(issuingDistributionPoint);
  if (!scope) {
    return true;
  }
  const parts = childrenOf(readBer(scope.value));
  const isSet = (tag: number) => parts.some((part) => part.tag === tag && contentOf(part)[0] !== 0);
  if (isSet(Part.indirect) || isSet(Part.onlyAttributes) || parts.some(({ tag }) => tag === Part.someReasons)) {
    return false;
  }
  const { isAuthority } = basicConstraintsOf(certificate);
  if (isSet(isAuthority ? Part.onlyUsers : Part.onlyAuthorities)) {
    return false;
  }
  const place = parts.find(({ tag }) => tag === Part.place);
  return !place || namesPlace(certificate, generalNamesIn(rawOf(place)));
}

// The names are compared as encoded, because an authority encodes the same address alike in both places.
function namesPlace(certificate: Certificate, places: readonly Buffer[]): boolean {
  const points = certificate.extensions.get(Oid.crlDistributionPoints);
  return points !== undefined && places.some((name) => points.value.includes(name));
}

function generalNamesIn(place: Buffer): Buffer[] {
  const [choice] = childrenOf(readBer(place));
  return choice ? childrenOf(choice).map(rawOf) : [];
}

/**
 * Whether an answer refers to this certificate: to its issuer by the hashes of name and key, and to its serial number
 * (RFC 6960 4.1.1).
 */
function isAbout(
  { digest, issuerNameHash, issuerKeyHash, serial }: OcspAnswer,
  certificate: Certificate,
  issuer: Certificate,
): boolean {
  if (digest === null || !serial.equals(certificate.serial)) {
    return false;
  }
  const hash = (bytes: Buffer) => createHash(digest, digestOptionsOf(digest)).update(bytes).digest();
  return hash(issuer.subject).equals(issuerNameHash) && hash(issuer.keyOctets).equals(issuerKeyHash);
}

const outcomes = new WeakMap<OcspResponse, WeakMap<Certificate, boolean>>();

/**
 * Whether the response is signed by the issuer itself or by its delegated responder: a certificate issued directly by
 * it for OCSP signing, valid when the response was made (RFC 6960 4.2.2.2). Throws BerError.
 */
function isFromAuthority(response: OcspResponse, issuer: Certificate, budget: LinkBudget): boolean {
  const answers = outcomes.get(response) ?? new WeakMap<Certificate, boolean>();
  outcomes.set(response, answers);
  const answer = answers.get(issuer) ?? isSignedByAuthority(response, issuer, budget);
  answers.set(issuer, answer);
  return answer;
}

function isSignedByAuthority(response: OcspResponse, issuer: Certificate, budget: LinkBudget): boolean {
  if (isSignedBy(response, issuer)) {
    return true;
  }
  return response.certificates.some((der) => {
    const responder = readCertificate(der);
    return (
      responder !== null &&
      isChargedBy(responder, issuer, response.producedAt, budget) &&
      isSignedBy(response, responder)
    );
  });
}

function isChargedBy(responder: Certificate, issuer: Certificate, at: Date, budget: LinkBudget): boolean {
  const isInForce = responder.notBefore <= at && at <= responder.notAfter;
  const isMeant =
    purposesOf(responder)?.includes(Oid.ocspSigning) === true &&
    mayBeUsedFor(responder, KeyUsage.digitalSignature, KeyUsage.nonRepudiation);
  return isInForce && isMeant && responder.issuerKey === issuer.subjectKey && budget.isSignedBy(responder, issuer);
}
