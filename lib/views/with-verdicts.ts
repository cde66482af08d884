import type { SignatureFacts } from "@/db/schema/files";
import type { Ctx } from "@/lib/platform/context";
import { DomainError } from "@/lib/platform/errors";
import { verifyFile } from "@/lib/verification/verify-file";
import type { FileRecord } from "./record";

/**
 * The file with each signature's verdict for the current version, not for the version it was made in: a later signature makes an earlier
 * one "intact_later_allowed". Damaged bytes make every signature "invalid".
 */
export async function withVerdicts(ctx: Ctx, file: FileRecord): Promise<FileRecord> {
  // Those of an envelope are in each of its files.
  if (file.kind === "envelope" || file.contentDeletedAt !== null || !file.signers.some((signer) => signer.signature))
    return file;
  const found = await findByField(ctx, file);
  if (!found) return file;
  return {
    ...file,
    signers: file.signers.map((signer) =>
      signer.signature
        ? {
            ...signer,
            signature: { ...signer.signature, ...(found.get(signer.signature.fieldName) ?? { verdict: "invalid" }) },
          }
        : signer,
    ),
  };
}

/** The level too: a document timestamp raises the level of every signature before it. */
type Found = Pick<SignatureFacts, "verdict"> & Partial<Pick<SignatureFacts, "level">>;

/** Null when it cannot be determined now: the stored verdicts are used. */
async function findByField(ctx: Ctx, file: FileRecord): Promise<ReadonlyMap<string, Found> | null> {
  try {
    const report = await verifyFile(ctx, file);
    return new Map(
      report.signatures.map(({ field, verdict, level }) => [
        field,
        { verdict, ...(level && verdict !== "unsupported" ? { level } : {}) },
      ]),
    );
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return error.code === "integrity_error" ? new Map() : null;
  }
}
