import type { Actor, Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { getReadableFile, type ReadableFile } from "@/lib/files/access";
import { toUuid } from "@/lib/files/identifiers";
import { statusWords } from "@/lib/files/status";

/** A completed file that the actor may read. Throws `not_found`, and `file_not_completed` naming the state. */
export async function getCompletedFile(ctx: Ctx, actor: Actor, input: { uuid: string }): Promise<ReadableFile> {
  const readable = await getReadableFile(ctx, actor, { uuid: toUuid(input.uuid) });
  const { completedAt, status } = readable.file;
  if (completedAt === null)
    throw new DomainError("file_not_completed", {
      detail: `The document is ${statusWords[status]}; evidence is made when everybody has signed and it is sealed.`,
    });
  return readable;
}
