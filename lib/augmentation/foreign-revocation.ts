import type { X509Certificate } from "node:crypto";
import type { Ctx } from "@/lib/context";
import { buildOcspQuery } from "@/lib/pades/augmentation/ocsp-query";
import { issuerPlaces, listPlaces, ocspPlaces } from "@/lib/pades/augmentation/revocation-places";
import { hasIssued } from "@/lib/pades/verify/cms/has-issued";
import { readCertificate } from "@/lib/pades/verify/trust/certificate";
import { checkRevocation } from "@/lib/pades/verify/trust/check-revocation";
import { LinkBudget } from "@/lib/pades/verify/trust/issued-by";
import { RevocationData } from "@/lib/pades/verify/trust/revocation-data";
import type { Fetch } from "./fetch-once";
import { noEvidence, type RevocationEvidence } from "./revocation-evidence";

const maxAnswerBytes = 64 * 1024;
/** The list goes into the document: larger ones are for authorities that answer by OCSP as well. */
const maxListBytes = 2 * 1024 * 1024;
const maxCertificateBytes = 16 * 1024;

/**
 * Asks the places that a certificate of somebody else's names: OCSP, then its revocation lists. An answer goes into the document only when
 * it is sound: signed by the issuer or by whom it charged, about this certificate, and true now (RFC 6960, 3.2; RFC 5280, 6.3). That it
 * was revoked is an answer too.
 */
export async function foreignRevocation(
  ctx: Ctx,
  fetch: Fetch,
  certificate: X509Certificate,
  issuer: X509Certificate,
): Promise<RevocationEvidence> {
  const now = await ctx.now();
  const query = buildOcspQuery(certificate.raw, issuer.raw).toString("base64");
  for (const place of ocspPlaces(certificate)) {
    const answer = await fetch(`${place.replace(/\/$/, "")}/${encodeURIComponent(query)}`, maxAnswerBytes);
    if (answer && isSound(certificate, issuer, now, (data) => data.addResponse(answer, { kind: "own" })))
      return { ...noEvidence, ocspAnswers: [answer] };
  }
  for (const place of listPlaces(certificate)) {
    const list = await fetch(place, maxListBytes);
    if (list && isSound(certificate, issuer, now, (data) => data.addList(list, { kind: "own" })))
      return { ...noEvidence, revocationLists: [list] };
  }
  return noEvidence;
}

/** The issuer that travels with nobody, from where the certificate says that it is (RFC 5280, 4.2.2.1); null when it is not there. */
export async function fetchIssuer(fetch: Fetch, certificate: X509Certificate): Promise<Buffer | null> {
  for (const place of issuerPlaces(certificate)) {
    const der = await fetch(place, maxCertificateBytes);
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
