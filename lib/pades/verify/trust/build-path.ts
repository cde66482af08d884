import { isSelfIssued, readCertificate, type Certificate } from "@/lib/pades/verify/cms/certificate";
import type { Finding } from "@/lib/pades/verify/report/findings";
import type { ChainName } from "@/lib/pades/verify/report/report";
import { checkPath, isBroken } from "./check-path";
import { refusedAsIssuer, type LinkBudget, type PathProblem } from "./issued-by";

const maxPathLength = 10;
/** Limit of paths to compare. Cross-certified authorities cause many. */
const mostPaths = 32;

export interface Anchors {
  ours: readonly Certificate[];
  known: readonly Certificate[];
}

export interface CertificatePath {
  /** Signer first. The last one is an anchor, or the last that could be found. */
  certificates: readonly Certificate[];
  chain: ChainName;
  /** Whether there is nothing above the last one: it is an anchor or self-signed. */
  isComplete: boolean;
  /** Problems of the path at the time for which it was selected. */
  problems: readonly PathProblem[];
  /** For a path without an anchor: the reasons for rejecting issuers that would fit by name. */
  refusals: readonly Finding[];
}

interface Search {
  pool: CertificatePool;
  anchors: Anchors;
  budget: LinkBudget;
  at: Date;
  found: CertificatePath[];
  refused: Finding[];
}

/**
 * The best path from a certificate to an anchor (RFC 5280 6.1, RFC 4158): to our own roots, or else to known ones, or
 * else to any end. Among equal ones, the path with the fewest problems at the time `at`, then the shortest. Never
 * throws.
 */
export function buildPath(
  signer: Certificate,
  pool: CertificatePool,
  anchors: Anchors,
  budget: LinkBudget,
  at: Date,
): CertificatePath {
  const search: Search = { pool, anchors, budget, at, found: [], refused: [] };
  extend(search, [signer]);
  const [best] = search.found.sort((one, other) => costOf(one) - costOf(other));
  const path = best ?? { certificates: [signer], chain: "unknown", isComplete: false, problems: [], refusals: [] };
  return path.chain === "unknown" ? { ...path, refusals: [...search.refused] } : path;
}

function extend(search: Search, path: readonly Certificate[]): void {
  const last = path.at(-1);
  if (!last || search.found.length >= mostPaths) {
    return;
  }
  const anchor = anchorOf(search.anchors, last);
  if (anchor !== null) {
    search.found.push(weigh(search, path, anchor, true));
    return;
  }
  const issuers = path.length < maxPathLength ? issuersOf(search, path, last) : [];
  if (issuers.length === 0) {
    search.found.push(weigh(search, path, "unknown", isSelfSigned(search, last)));
  }
  issuers.forEach((issuer) => extend(search, [...path, issuer]));
}

function issuersOf(search: Search, path: readonly Certificate[], last: Certificate): Certificate[] {
  return search.pool.named(last.issuerKey).filter((issuer) => {
    if (path.some((below) => sameHolder(below, issuer)) || !search.budget.isSignedBy(last, issuer)) {
      return false;
    }
    const refusal = refusedAsIssuer(issuer, path.slice(1));
    if (refusal !== null) {
      search.refused.push(refusal);
    }
    return refusal === null;
  });
}

// Repeating the same name with the same key adds nothing. Skipping it also stops loops of cross-certificates.
function sameHolder(one: Certificate, other: Certificate): boolean {
  return one.subjectKey === other.subjectKey && one.keyOctets.equals(other.keyOctets);
}

function isSelfSigned({ budget }: Search, certificate: Certificate): boolean {
  return isSelfIssued(certificate) && budget.isSignedBy(certificate, certificate);
}

function anchorOf({ ours, known }: Anchors, certificate: Certificate): ChainName | null {
  if (ours.some((anchor) => anchor.der.equals(certificate.der))) {
    return "ours";
  }
  return known.some((anchor) => anchor.der.equals(certificate.der)) ? "known" : null;
}

// A path that violates a rule counts as leading nowhere, whatever is at its end.
function weigh(
  search: Search,
  certificates: readonly Certificate[],
  chain: ChainName,
  isComplete: boolean,
): CertificatePath {
  const problems = checkPath(certificates, search.at, chain !== "unknown");
  return { certificates, chain: problems.some(isBroken) ? "unknown" : chain, isComplete, problems, refusals: [] };
}

const chainCosts: Readonly<Record<ChainName, number>> = { ours: 0, known: 10_000, unknown: 20_000 };

function costOf({ chain, isComplete, problems, certificates }: CertificatePath): number {
  return (
    chainCosts[chain] +
    (isComplete ? 0 : 5_000) +
    problems.filter(({ kind }) => kind !== "note").length * 100 +
    certificates.length
  );
}

/** Limit of certificates per file. */
const mostCertificates = 512;

/** Every certificate that may be part of a path, by subject name: those in the file, and the anchors. */
export class CertificatePool {
  private readonly bySubject = new Map<string, Certificate[]>();
  private count = 0;

  add(ders: readonly Buffer[]): void {
    for (const der of ders) {
      const certificate = this.count < mostCertificates ? readCertificate(der) : null;
      const sameName = certificate ? this.named(certificate.subjectKey) : [];
      this.count += 1;
      if (certificate && !sameName.some((other) => other.der.equals(certificate.der))) {
        this.bySubject.set(certificate.subjectKey, [...sameName, certificate]);
      }
    }
  }

  /** Several may have the same name: authorities that changed their key, or that others certified as well. */
  named(subjectKey: string): readonly Certificate[] {
    return this.bySubject.get(subjectKey) ?? [];
  }
}
