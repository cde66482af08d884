import type { X509Certificate } from "node:crypto";
import { allAuthorities } from "@/lib/authority/authorities";
import { rootCertificates } from "@/lib/authority/document-signer";
import { answerOcsp, revocationListAt } from "@/lib/authority/revocation";
import type { Ctx } from "@/lib/context/context";
import type { ListedSignature, SigningParty } from "@/lib/pades/augmentation/list-signatures";
import {
  buildOcspQuery,
  certificatePath,
  extensionOf,
  isSelfSigned,
  issuerUrls,
  listUrls,
  ocspUrls,
} from "@/lib/pades/augmentation/revocation-requests";
import type { SignatureData, ValidationData } from "@/lib/pades/augmentation/validation-data";
import { hasIssued } from "@/lib/pades/verify/cms/algorithms";
import { readCertificate } from "@/lib/pades/verify/cms/certificate";
import { checkRevocation } from "@/lib/pades/verify/trust/check-revocation";
import { LinkBudget } from "@/lib/pades/verify/trust/issued-by";
import { RevocationData } from "@/lib/pades/verify/trust/revocation-data";
import { DomainError } from "@/lib/platform/errors";

/** RFC 9608: the key has been destroyed, and the certificate will never be revoked. */
const noRevAvailId = "2.5.29.56";
const longestPath = 8;

/** Checks each certificate once, however many signatures use it. */
type Ask = (certificate: X509Certificate, issuer: X509Certificate) => Promise<RevocationEvidence>;

/**
 * For each signature, the certificates up to the root and, for all but the root, evidence that they were not revoked
 * (ETSI EN 319 142-1, 5.4.2). Unavailable data is left out: an unresponsive foreign authority must not block the
 * document's timestamp.
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

/**
 * The path as far as the available certificates go. If it ends below a root, the issuer is fetched from the address in
 * the certificate.
 */
async function wholePath(signer: Buffer, known: readonly Buffer[], fetch: Fetch): Promise<X509Certificate[]> {
  const path = certificatePath(signer, known);
  const top = path.at(-1);
  const issuer = top && !isSelfSigned(top) ? await fetchIssuer(fetch, top) : null;
  return issuer && path.length < longestPath ? wholePath(signer, [...known, issuer], fetch) : path;
}

function askOnce(ctx: Ctx, fetch: Fetch): Ask {
  const requests = new Map<string, Promise<RevocationEvidence>>();
  const askOwn = ownRevocation(ctx);
  return (certificate, issuer) => {
    const known = requests.get(certificate.fingerprint256);
    if (known) return known;
    const isRevocable = extensionOf(certificate.raw, noRevAvailId) === null;
    const asking = askOwn(certificate, issuer, isRevocable).then(
      (own) => own ?? (isRevocable ? foreignRevocation(ctx, fetch, certificate, issuer) : noEvidence),
    );
    requests.set(certificate.fingerprint256, asking);
    return asking;
  };
}

/** The union of all entries, without duplicates. */
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

/** Null for a foreign certificate. */
type AskOwn = (
  certificate: X509Certificate,
  issuer: X509Certificate,
  isRevocable: boolean,
) => Promise<RevocationEvidence | null>;

/**
 * Revocation data for certificates of this instance's own authorities, made in the process because on a loopback
 * instance no certificate contains an address. The list is included even for certificates that can never be revoked
 * (RFC 9608), for readers that do not support them yet. Each list is made once, because another one would differ only
 * in its number.
 */
function ownRevocation(ctx: Ctx): AskOwn {
  const lists = new Map<string, Promise<Buffer>>();
  return async (certificate, issuer, isRevocable) => {
    const authority = (await allAuthorities(ctx)).find((candidate) => candidate.certificate.equals(issuer.raw));
    if (!authority) return null;
    const ocspAnswers = isRevocable ? [await answerOcsp(ctx, buildOcspQuery(certificate.raw, issuer.raw))] : [];
    const { listName } = authority;
    if (listName === null) return { ...noEvidence, ocspAnswers };
    const list = lists.get(listName) ?? revocationListAt(ctx, listName);
    lists.set(listName, list);
    return { ...noEvidence, ocspAnswers, revocationLists: [await list] };
  };
}

const maxAnswerBytes = 64 * 1024;
/** The list is embedded in the document. Authorities with larger lists usually offer OCSP as well. */
const maxListBytes = 2 * 1024 * 1024;
const maxCertificateBytes = 16 * 1024;

/**
 * Queries the addresses in a foreign certificate: OCSP, then its revocation lists. An answer is stored only if it is
 * valid: signed by the issuer or its delegate, about this certificate, and current (RFC 6960, 3.2; RFC 5280, 6.3). A
 * "revoked" answer is stored too.
 */
export async function foreignRevocation(
  ctx: Ctx,
  fetch: Fetch,
  certificate: X509Certificate,
  issuer: X509Certificate,
): Promise<RevocationEvidence> {
  const now = await ctx.now();
  const query = buildOcspQuery(certificate.raw, issuer.raw).toString("base64");
  for (const url of ocspUrls(certificate)) {
    const answer = await fetch(`${url.replace(/\/$/, "")}/${encodeURIComponent(query)}`, maxAnswerBytes);
    if (answer && isSound(certificate, issuer, now, (data) => data.addResponse(answer, { kind: "own" })))
      return { ...noEvidence, ocspAnswers: [answer] };
  }
  for (const url of listUrls(certificate)) {
    const list = await fetch(url, maxListBytes);
    if (list && isSound(certificate, issuer, now, (data) => data.addList(list, { kind: "own" })))
      return { ...noEvidence, revocationLists: [list] };
  }
  return noEvidence;
}

/**
 * The issuer that is missing from the document, fetched from the address in the certificate (RFC 5280, 4.2.2.1); null
 * if it is not there.
 */
export async function fetchIssuer(fetch: Fetch, certificate: X509Certificate): Promise<Buffer | null> {
  for (const url of issuerUrls(certificate)) {
    const der = await fetch(url, maxCertificateBytes);
    const issuer = der && readCertificate(der);
    if (issuer && hasIssued(issuer.x509, certificate)) return issuer.der;
  }
  return null;
}

function isSound(
  certificate: X509Certificate,
  issuer: X509Certificate,
  now: Date,
  add: (data: RevocationData) => void,
): boolean {
  const [subject, authority] = [readCertificate(certificate.raw), readCertificate(issuer.raw)];
  if (!subject || !authority) return false;
  const data = new RevocationData();
  add(data);
  const { status } = checkRevocation(subject, authority, { data, budget: new LinkBudget(), at: now, now });
  return status === "good" || status === "revoked";
}

/** Evidence of a certificate's status, and the certificates that came with it. DER. */
type RevocationEvidence = ValidationData;

const noEvidence: RevocationEvidence = { certificates: [], ocspAnswers: [], revocationLists: [] };

/** The response from an address, or null if it is not allowed, does not answer, or is too large. */
type Fetch = (url: string, maxBytes: number) => Promise<Buffer | null>;

/** Caps the calls for a document with signatures from many authorities. */
const mostCalls = 24;
/** No further requests are made after this. */
const patienceMs = 60_000;

/** Uses guarded outbound calls, each address once: the sender controls the certificates in a document. */
export function fetchOnce(ctx: Ctx): Fetch {
  const fetched = new Map<string, Promise<Buffer | null>>();
  const endsAt = performance.now() + patienceMs;
  return (url, maxBytes) => {
    const known = fetched.get(url);
    if (known) return known;
    if (fetched.size >= mostCalls || performance.now() > endsAt) return Promise.resolve(null);
    const fetching = download(ctx, url, maxBytes);
    fetched.set(url, fetching);
    return fetching;
  };
}

async function download(ctx: Ctx, url: string, maxBytes: number): Promise<Buffer | null> {
  try {
    const chunks: Uint8Array[] = [];
    for await (const chunk of ctx.outbound.download(url, { maxBytes, account: null })) chunks.push(chunk);
    return Buffer.concat(chunks);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    ctx.log.info({ code: error.code }, "timestamps: a foreign authority was not reached");
    return null;
  }
}
