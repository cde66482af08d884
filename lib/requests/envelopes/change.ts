import { deleteFile } from "@/lib/documents/delete";
import type { Actor, Ctx } from "@/lib/platform/context";
import { updateRequest } from "../update";
import { getOwnEnvelope } from "./change-files";
import type { EnvelopeChange } from "./schema";

/** `PATCH /envelopes/{uuid}`: as `updateRequest`, and the order and names of the files of a draft. */
export async function updateEnvelope(
  ctx: Ctx,
  actor: Actor,
  input: EnvelopeChange & { uuid: string },
): Promise<{ fileId: number }> {
  await getOwnEnvelope(ctx, actor, input);
  return updateRequest(ctx, actor, input);
}

/** `DELETE /envelopes/{uuid}`: as `deleteFile`. */
export async function deleteEnvelope(ctx: Ctx, actor: Actor, input: { uuid: string }): Promise<{ message: string }> {
  await getOwnEnvelope(ctx, actor, input);
  return deleteFile(ctx, actor, input);
}
