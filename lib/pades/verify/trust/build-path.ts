import type { ChainName } from "@/lib/pades/verify/report";
import { isSelfIssued, type Certificate } from "@/lib/pades/verify/trust/certificate";
import type { CertificatePool } from "@/lib/pades/verify/trust/certificate-pool";
import { checkPath, isBroken } from "@/lib/pades/verify/trust/check-path";
import { refusedAsIssuer, type LinkBudget } from "@/lib/pades/verify/trust/issued-by";
import type { PathProblem } from "@/lib/pades/verify/trust/path-problem";

const maxPathLength = 10;
/** Paths that are weighed against each other; cross-certified authorities make many. */
const mostPaths = 32;

export interface Anchors {
  ours: readonly Certificate[];
  known: readonly Certificate[];
}

export interface CertificatePath {
  /** Signer first; the last one is an anchor, or as far as it goes. */
  certificates: readonly Certificate[];
  chain: ChainName;
  /** Whether nothing stands above the last one: it is an anchor or signed itself. */
  isComplete: boolean;
  /** What speaks against the path at the time that it was chosen for. */
  problems: readonly PathProblem[];
  /** Where the path leads nowhere: why issuers that would fit were passed over. */
  refusals: readonly string[];
}

interface Search {
  pool: CertificatePool;
  anchors: Anchors;
  budget: LinkBudget;
  at: Date;
  found: CertificatePath[];
  refused: Set<string>;
}

/**
 * The best path from a certificate to an anchor (RFC 5280 6.1, RFC 4158): one that leads to our own roots, then to known ones, then
 * to any end; among equals the one that breaks least at the time `at`, then the shortest. Never throws.
 */
export function buildPath(
  signer: Certificate,
  pool: CertificatePool,
  anchors: Anchors,
  budget: LinkBudget,
  at: Date,
): CertificatePath {
  const search: Search = { pool, anchors, budget, at, found: [], refused: new Set() };
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
      search.refused.add(refusal);
    }
    return refusal === null;
  });
}

// The same name with the same key again adds nothing: this is what stops loops of cross-certificates.
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

// A path that breaks a rule leads nowhere, whatever stands at its end.
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
