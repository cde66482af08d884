import { rootCertificates } from "@/lib/authority/document-signer";
import type { Ctx } from "@/lib/context";
import type { SignatureRecord, VerificationReport } from "@/lib/pades/verify/report";
import { EngineBusyError, EngineLostError, EngineTimeoutError } from "@/lib/pdf-pool/engine-errors";
import type { SegmentPath } from "@/lib/pdf/byte-source";
import { PdfError } from "@/lib/pdf/errors";
import { logRuleDefects } from "./rule-defects";

const mostWarnings = 10;
const longestText = 200;

/**
 * Warnings, in words, about the signatures that an upload carries: one for each that does not verify, so that nobody asks others to sign
 * beneath a broken one unawares. None when all do. An upload is never refused for them. `milliseconds` is what the check may take.
 */
export async function uploadedSignatureWarnings(
  ctx: Ctx,
  upload: SegmentPath,
  milliseconds: number,
): Promise<string[]> {
  const report = await verify(ctx, upload, milliseconds);
  if (report === null) return ["The signatures that the upload carried could not be checked in time."];
  const doubtful = report.signatures.filter(
    ({ verdict }) => verdict !== "intact" && verdict !== "intact_later_allowed",
  );
  const warnings = doubtful.slice(0, mostWarnings).map(describe);
  const left = doubtful.length - warnings.length;
  return left > 0 ? [...warnings, `${left} more of the signatures that the upload carried do not verify.`] : warnings;
}

/** Null when there was no time, or the file was too much for the verifier. */
async function verify(ctx: Ctx, { path, size }: SegmentPath, milliseconds: number): Promise<VerificationReport | null> {
  const ours = { rootCertificates: await rootCertificates(ctx) };
  try {
    const report = await ctx.engine.verify([{ path, size }], { ours, milliseconds, pictures: true });
    logRuleDefects(ctx, report);
    return report;
  } catch (error) {
    if (
      error instanceof PdfError ||
      error instanceof EngineBusyError ||
      error instanceof EngineTimeoutError ||
      error instanceof EngineLostError
    )
      return null;
    throw error;
  }
}

function describe({ field, verdict, explanation }: SignatureRecord): string {
  const which =
    field === "" ? "A signature that the upload carried" : `The signature “${readable(field)}” that the upload carried`;
  return `${which} ${verdict === "unsupported" ? "could not be verified" : "does not verify"}: ${readable(explanation)}.`;
}

/** Names and explanations hold text of the document's maker. */
function readable(text: string): string {
  const clean = text.replace(/\p{C}/gu, " ");
  return clean.length > longestText ? `${clean.slice(0, longestText)}…` : clean;
}
