import type { X509Certificate } from "node:crypto";
import { allAuthorities } from "@/lib/authority/authorities";
import { rootCertificates } from "@/lib/authority/document-signer";
import type { Ctx } from "@/lib/context";
import { extensionOf } from "@/lib/pades/augmentation/certificate-extension";
import { certificatePath, isSelfSigned } from "@/lib/pades/augmentation/certificate-path";
import type { ListedSignature, SigningParty } from "@/lib/pades/augmentation/list-signatures";
import type { SignatureData } from "@/lib/pades/augmentation/validation-data";
import { fetchOnce, type Fetch } from "./fetch-once";
import { fetchIssuer, foreignRevocation } from "./foreign-revocation";
import { ownRevocation } from "./own-revocation";
import { noEvidence, type RevocationEvidence } from "./revocation-evidence";

/** RFC 9608: its key is gone, and nobody will ever take the certificate back. */
const noRevAvailId = "2.5.29.56";
const longestPath = 8;

/** Asks about a certificate once, however many signatures lead to it. */
type Ask = (certificate: X509Certificate, issuer: X509Certificate) => Promise<RevocationEvidence>;

/**
 * For each signature the certificates up to the top, and for each of them but the top what proves that it was not revoked (ETSI EN
 * 319 142-1, 5.4.2). What cannot be had is left out: a foreign authority that does not answer must not keep the document from its
 * timestamp.
 */
export async function gatherValidationData(ctx: Ctx, signatures: readonly ListedSignature[]): Promise<SignatureData[]> {
  const known = [
    ...(await allAuthorities(ctx)).map(({ certificate }) => certificate),
    ...(await rootCertificates(ctx)),
  ];
  const fetch = fetchOnce(ctx);
  const ask = askOnce(ctx, fetch);
  const gathered: SignatureData[] = [];
  for (const { vriKey, parties } of signatures) {
    const parts: RevocationEvidence[] = [];
    for (const party of parties) parts.push(await evidenceFor(party, known, ask, fetch));
    gathered.push({ vriKey, ...joined(parts) });
  }
  return gathered;
}

async function evidenceFor(
  { signer, certificates }: SigningParty,
  known: readonly Buffer[],
  ask: Ask,
  fetch: Fetch,
): Promise<RevocationEvidence> {
  const path = await wholePath(signer, [...certificates, ...known], fetch);
  const parts: RevocationEvidence[] = [{ ...noEvidence, certificates: path.map(({ raw }) => raw) }];
  for (const [index, certificate] of path.entries()) {
    const issuer = path[index + 1];
    if (issuer) parts.push(await ask(certificate, issuer));
  }
  return joined(parts);
}

/** The path as far up as the certificates at hand lead, and where they end below a root, as far as they tell where to look. */
async function wholePath(signer: Buffer, known: readonly Buffer[], fetch: Fetch): Promise<X509Certificate[]> {
  const path = certificatePath(signer, known);
  const top = path.at(-1);
  const issuer = top && !isSelfSigned(top) ? await fetchIssuer(fetch, top) : null;
  return issuer && path.length < longestPath ? wholePath(signer, [...known, issuer], fetch) : path;
}

function askOnce(ctx: Ctx, fetch: Fetch): Ask {
  const asked = new Map<string, Promise<RevocationEvidence>>();
  const askOwn = ownRevocation(ctx);
  return (certificate, issuer) => {
    const known = asked.get(certificate.fingerprint256);
    if (known) return known;
    const isRevocable = extensionOf(certificate.raw, noRevAvailId) === null;
    const asking = askOwn(certificate, issuer, isRevocable).then(
      (own) => own ?? (isRevocable ? foreignRevocation(ctx, fetch, certificate, issuer) : noEvidence),
    );
    asked.set(certificate.fingerprint256, asking);
    return asking;
  };
}

/** All of them together, each piece once. */
function joined(parts: readonly RevocationEvidence[]): RevocationEvidence {
  const all = (of: (part: RevocationEvidence) => readonly Buffer[]): Buffer[] => [
    ...new Map(parts.flatMap(of).map((der) => [der.toString("latin1"), der])).values(),
  ];
  return {
    certificates: all((part) => part.certificates),
    ocspAnswers: all((part) => part.ocspAnswers),
    revocationLists: all((part) => part.revocationLists),
  };
}
