import type { Actor, Ctx } from "@/lib/platform/context";
import { DomainError, invalid } from "@/lib/platform/errors";
import { isSameSecret } from "@/lib/platform/same-secret";
import { noteReport } from "./note-report";
import { parseReport } from "./parse-report";
import type { SignedCallback } from "./receive-resend-event";

/** Not `Authorization`, which names an account of the API. */
export const reportTokenHeader = "paraph-report-token";

/**
 * Receives one report that the operator's mail server passes on: a raw delivery status notification or abuse report. A report about an
 * unknown mail is ignored. Throws `not_found` where no token is configured, `unauthenticated` for a wrong one, `validation_failed` for
 * another kind of message.
 */
export async function receiveMailReport(ctx: Ctx, _actor: Actor, { bytes, header }: SignedCallback): Promise<void> {
  const { token } = ctx.mailReports;
  if (token === null) throw new DomainError("not_found");
  if (!isSameSecret(header(reportTokenHeader) ?? "", token))
    throw new DomainError("unauthenticated", { detail: `${reportTokenHeader} does not match.` });
  const report = parseReport(bytes);
  if (!report) throw invalid("", "type", "The message is not a delivery report");
  if (report.news === null || report.reference === null) return;
  if (await noteReport(ctx, { reference: report.reference, providerId: null }, report.news)) ctx.wakeOutbox();
}
