import type { SignatureRecord, VerificationReport } from "@/lib/pades/verify/report";
import { sealFieldName } from "@/lib/pdf/fields/prepared-field";

export interface Seal {
  /** The document that the seal was made for, from the name of its field. */
  uuid: string;
  record: SignatureRecord;
}

const uuidPattern = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/;

/** The newest seal in a PDF, because a sealed document may have been uploaded and sealed again. Null if there is none. */
export function sealOf(report: VerificationReport): Seal | null {
  const seals = report.signatures.flatMap((record) => {
    const uuid = uuidPattern.exec(record.field)?.[0];
    return uuid !== undefined && record.field === sealFieldName(uuid) ? [{ uuid, record }] : [];
  });
  return seals.toSorted((one, other) => endOf(other) - endOf(one))[0] ?? null;
}

function endOf({ record }: Seal): number {
  return record.signedRevision?.end ?? -1;
}
