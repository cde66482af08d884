/*
 * What the service writes as /Reason of its two seals. Both name the head of the audit trail, so that a reader who has neither server nor
 * database finds it in the documents themselves.
 */

const headPattern = /Audit trail head: sha256:([0-9a-f]{64})/;

export function evidenceReason(fileUuid: string, sealedHead: string): string {
  return `Evidence for document ${fileUuid}. Audit trail head: sha256:${sealedHead}`;
}

/** The head that a seal of the document, or of its evidence, vouches for; null where the reason names none. */
export function headInReason(reason: string | null): string | null {
  return headPattern.exec(reason ?? "")?.[1] ?? null;
}
