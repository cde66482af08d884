import type { CmsFailure } from "@/lib/pades/verify/cms/cms-check";
import type { ChainName, EtsiIndication, EtsiWords, SignatureVerdict } from "@/lib/pades/verify/report";
import type { PathProblemKind } from "@/lib/pades/verify/trust/path-problem";

/** What the words of ETSI EN 319 102-1 depend on, each judged before. */
export interface EtsiFacts {
  verdict: SignatureVerdict;
  failure: CmsFailure | null;
  /** Of a timestamp, or of one on this signature: it names an earlier time than one that it covers. */
  timestampsOutOfOrder: boolean;
  chain: ChainName;
  /** What speaks against the path at the proven time, or now where none is proven. */
  pathProblems: ReadonlySet<PathProblemKind>;
  revocation: {
    status: "good" | "revoked" | "unknown" | "not_needed";
    /** Whether it is the signer's own certificate that `status` speaks of, not an authority's. */
    isOfSigner: boolean;
    revokedAt: Date | null;
  };
  /** A trusted timestamp proves that the signature existed then. */
  provenAt: Date | null;
  /** A trusted timestamp inside the signature proves that it was made after this. */
  notBefore: Date | null;
  /** End of the signer's certificate. */
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
 * The first row that applies decides (ETSI EN 319 102-1, tables 5 and 6, in the order of the processes of 5.2, 5.3 and 5.5): format,
 * certificate, integrity, then the path, its times and its revocation.
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

export function etsiWords(facts: EtsiFacts): EtsiWords {
  const row = rows.find(([applies]) => applies(facts));
  if (!row) {
    return { indication: "TOTAL_PASSED", subIndication: null };
  }
  const [, indication, subIndication] = row;
  const isAuthority = subIndication === "REVOKED_NO_POE" && !facts.revocation.isOfSigner;
  return { indication, subIndication: isAuthority ? "REVOKED_CA_NO_POE" : subIndication };
}
