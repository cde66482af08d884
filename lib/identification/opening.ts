import { and, eq, isNull } from "drizzle-orm";
import { files, signRequests } from "@/db/schema/files";
import type { Ctx } from "@/lib/context";
import type { CodedAct } from "@/lib/sign-methods/code-history";
import { linkState } from "@/lib/sign-requests/link-state";

/** What `{origin}/to/{uuid}/{signRequestId}` names: a file and one of its signers. It is no secret and proves nothing. */
export interface OpeningTarget {
  uuid: string;
  signRequestId: number;
}

/** The request that leads on from there; null where there is none, and where its own link would lead nowhere either. */
export async function findOpening(ctx: Ctx, { uuid, signRequestId }: OpeningTarget): Promise<CodedAct | null> {
  const [row] = await ctx.db
    .select({ signRequest: signRequests, file: files })
    .from(signRequests)
    .innerJoin(files, eq(files.id, signRequests.fileId))
    .where(and(eq(signRequests.id, signRequestId), eq(files.uuid, uuid), isNull(signRequests.removedAt)));
  if (!row) return null;
  const state = linkState(row.signRequest, row.file, await ctx.now());
  return state === "live" || state === "outcome" ? { ...row, viaLink: true, purpose: "open" } : null;
}
