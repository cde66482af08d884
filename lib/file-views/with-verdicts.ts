import type { Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { verifyFile } from "@/lib/verification/verify-file";
import type { FileRecord } from "./record";

/**
 * The file with the verdict of each signature as the current version gives it, not as it was when it was made: a later signature makes an
 * earlier one "intact_later_allowed". Stored bytes that are not as they were written make every signature "invalid".
 */
export async function withVerdicts(ctx: Ctx, file: FileRecord): Promise<FileRecord> {
  if (!file.signers.some((signer) => signer.signature)) return file;
  const verdicts = await verdictsByField(ctx, file);
  if (!verdicts) return file;
  return {
    ...file,
    signers: file.signers.map((signer) => (signer.signature ? { ...signer, signature: { ...signer.signature, verdict: verdicts.get(signer.signature.fieldName) ?? "invalid" } } : signer)),
  };
}

/** Null when it cannot be told just now: the stored verdicts stand in. */
async function verdictsByField(ctx: Ctx, file: FileRecord): Promise<ReadonlyMap<string, string> | null> {
  try {
    const report = await verifyFile(ctx, file);
    return new Map(report.signatures.map((record) => [record.field, record.verdict]));
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return error.code === "integrity_error" ? new Map() : null;
  }
}
