import { rootCertificates } from "@/lib/authority/document-signer";
import type { Ctx } from "@/lib/context/context";
import type { SignatureWarning } from "@/lib/documents/upload-warnings";
import { EngineBusyError, EngineLostError, EngineTimeoutError } from "@/lib/engine/lines/waiting-line";
import type { SignatureRecord, VerificationReport } from "@/lib/pades/verify/report/report";
import type { SegmentPath } from "@/lib/pdf/syntax/byte-source";
import { PdfError } from "@/lib/pdf/syntax/errors";

const mostWarnings = 10;
const longestText = 200;

/**
 * A warning for each signature in an upload that does not verify, so that requesters do not unknowingly ask others to
 * sign below a broken one. An upload is never refused for this reason. The check takes at most `milliseconds`.
 */
export async function checkUploadedSignatures(
  ctx: Ctx,
  upload: SegmentPath,
  milliseconds: number,
): Promise<SignatureWarning[]> {
  const report = await verify(ctx, upload, milliseconds);
  if (report === null) return [{ code: "not_checked", field: null, count: 0, finding: null }];
  const doubtful = report.signatures.flatMap((record) => warningOf(record) ?? []);
  const warnings = doubtful.slice(0, mostWarnings);
  const left = doubtful.length - warnings.length;
  return left > 0 ? [...warnings, { code: "more_signatures", field: null, count: left, finding: null }] : warnings;
}

function warningOf({ field, verdict, decidedBy }: SignatureRecord): SignatureWarning | null {
  if (verdict === "intact" || verdict === "intact_later_allowed") return null;
  const { code, params, forbidden } = decidedBy;
  return {
    code: `signature_${verdict}`,
    field: field === "" ? null : readable(field),
    count: 1,
    finding: { code, params: readableParams(params), ...(forbidden ? { forbidden } : {}) },
  };
}

/** Null if there was not enough time, or the file was too large for the verifier. */
async function verify(ctx: Ctx, { path, size }: SegmentPath, milliseconds: number): Promise<VerificationReport | null> {
  const ours = { rootCertificates: await rootCertificates(ctx) };
  try {
    const report = await ctx.engine.verify([{ path, size }], {
      ours,
      milliseconds,
      now: await ctx.now(),
      pictures: true,
    });
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

type Params = NonNullable<SignatureWarning["finding"]>["params"];

/** Names and other parameters contain text chosen by the document's author. */
function readableParams(params: Params): Params {
  const clean = ([key, value]: [string, Params[string]]): [string, Params[string]] => {
    if (Array.isArray(value)) return [key, value.slice(0, mostWarnings).map(readable)];
    return [key, typeof value === "string" ? readable(value) : value];
  };
  return Object.fromEntries(Object.entries(params).map(clean));
}

function readable(text: string): string {
  const clean = text.replace(/\p{C}/gu, " ");
  return clean.length > longestText ? `${clean.slice(0, longestText)}…` : clean;
}

/**
 * Logs each signature that the rules accepted although the rendered pages differ. Such a signature shows a gap in the
 * rules that may be known to an attacker. The entry contains the file's hash and the places, but no content.
 */
export function logRuleDefects({ log }: Pick<Ctx, "log">, { sha256, signatures }: VerificationReport): void {
  for (const {
    field,
    pictures: { overrules, places },
  } of signatures) {
    if (overrules)
      log.error(
        { sha256, field, places: places.slice(0, 10) },
        "verification: the rules permitted a change that pictures show",
      );
  }
}
