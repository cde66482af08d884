import type { X509Certificate } from "node:crypto";
import { answerOcsp } from "@/lib/authority/answer-ocsp";
import { allAuthorities } from "@/lib/authority/authorities";
import { revocationListAt } from "@/lib/authority/revocation-list";
import type { Ctx } from "@/lib/context";
import { buildOcspQuery } from "@/lib/pades/augmentation/ocsp-query";
import { noEvidence, type RevocationEvidence } from "./revocation-evidence";

/** Null for a certificate of somebody else's. */
type AskOwn = (
  certificate: X509Certificate,
  issuer: X509Certificate,
  isRevocable: boolean,
) => Promise<RevocationEvidence | null>;

/**
 * What this instance says itself of certificates that its authorities issued, made in the process: on a loopback instance no
 * certificate names an address. The list goes in also for certificates that will never be revoked (RFC 9608), for readers that do not
 * know of these yet. A list is made once, since the next one would say the same under another number.
 */
export function ownRevocation(ctx: Ctx): AskOwn {
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
