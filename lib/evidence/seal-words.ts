/*
 * What the service writes as /Reason of its two seals. Both name the head of the audit trail, so that a reader who has neither server nor
 * database finds it in the documents themselves.
 */

const headPattern = /Audit trail head: sha256:([0-9a-f]{64})/;

/** Evidence that was made before bundles had closing records ends after the head. */
const closed = ". Its bundle has a closing record";

export function evidenceReason(fileUuid: string, sealedHead: string): string {
  return `${earlierEvidenceReason(fileUuid, sealedHead)}${closed}`;
}

export function isEvidenceReason(reason: string | null, fileUuid: string, sealedHead: string): boolean {
  return reason === evidenceReason(fileUuid, sealedHead) || reason === earlierEvidenceReason(fileUuid, sealedHead);
}

/** Whether the evidence itself says that its bundle has a closing record: one without it was taken apart. */
export function asksForClosing(reason: string | null): boolean {
  return reason?.endsWith(closed) ?? false;
}

/** As it was before. */
export function earlierEvidenceReason(fileUuid: string, sealedHead: string): string {
  return `Evidence for document ${fileUuid}. Audit trail head: sha256:${sealedHead}`;
}

/** The head that a seal of the document, or of its evidence, vouches for; null where the reason names none. */
export function headInReason(reason: string | null): string | null {
  return headPattern.exec(reason ?? "")?.[1] ?? null;
}
