import { and, inArray, notInArray } from "drizzle-orm";
import { files } from "@/db/schema/files";
import type { Ctx } from "@/lib/context";
import { fileOfField } from "@/lib/pades/verify/instance-fields";
import type { Notice, VerificationReport } from "@/lib/pades/verify/report";

/** A draft and a deleted document do not exist for strangers. */
const untold = ["draft", "deleted"] as const;

/** Names of documents that are asked for, more than signatures are checked in one file. */
const mostNames = 300;

/**
 * Adds what only this instance can say of a file whose fields name a document of its own: that no key of ours signed in them, or that the
 * document has been completed since. Says no more than the page of a document tells everybody.
 */
export async function withOwnDocuments(ctx: Ctx, report: VerificationReport): Promise<VerificationReport> {
  const named = new Set(
    [...report.signatures.map(({ field }) => fileOfField(field)), report.completeness?.file].filter(
      (uuid) => typeof uuid === "string",
    ),
  );
  if (named.size === 0) return report;
  const known = await ctx.db
    .select({ uuid: files.uuid, completedAt: files.completedAt })
    .from(files)
    .where(and(inArray(files.uuid, [...named].slice(0, mostNames)), notInArray(files.status, [...untold])));
  return { ...report, notices: [...report.notices, ...known.flatMap((file) => noticesOf(report, file))] };
}

function noticesOf(
  { signatures, completeness }: VerificationReport,
  { uuid, completedAt }: { uuid: string; completedAt: Date | null },
): Notice[] {
  const inFields = signatures.filter(({ field, kind }) => kind === "signature" && fileOfField(field) === uuid);
  if (inFields.length > 0 && inFields.every(({ chain }) => chain !== "ours"))
    return [{ code: "not_signed_here", file: uuid }];
  const isEarlier = completedAt !== null && completeness?.code === "incomplete" && completeness.file === uuid;
  return isEarlier ? [{ code: "completed_since", file: uuid }] : [];
}
