import { readTrail } from "@/lib/audit/trail";
import type { Actor, Ctx } from "@/lib/context";
import { getOwnFile } from "@/lib/files/access";
import { toUuid } from "@/lib/files/identifiers";
import type { z } from "zod";
import type { auditAnswer } from "./schema";

/** The audit chain of a file, oldest event first, for its requester. Personal values appear as salted hashes only. */
export async function showAudit(ctx: Ctx, actor: Actor, input: { uuid: string }): Promise<z.infer<typeof auditAnswer>> {
  const file = await getOwnFile(ctx, actor, { uuid: toUuid(input.uuid) });
  const events = await readTrail(ctx, file.id);
  return {
    data: events.map(({ v, seq, type, at, actor: by, auth, net, doc, data, prev, hash }) => ({
      v, file: file.uuid, seq, type, at: at.toISOString(), actor: by, auth, net, doc, data, prev, hash,
    })),
  };
}
