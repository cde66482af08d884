import { appendDownload } from "@/lib/audit/append-download";
import type { Actor, Ctx } from "@/lib/context";
import type { FileContent } from "@/lib/files/content";
import { baseName } from "./base-name";
import { getCompletedFile } from "./completed-file";
import { openEvidence } from "./open-evidence";

/** The evidence document, for requester and told signers. Throws what `getCompletedFile` and `openEvidence` throw. */
export async function downloadEvidence(ctx: Ctx, actor: Actor, input: { uuid: string }): Promise<FileContent> {
  const { file } = await getCompletedFile(ctx, actor, input);
  const { key, size, sha256 } = await openEvidence(ctx, actor, file);
  const stream = await ctx.blobs.open(key);
  await appendDownload(ctx, actor, file.id, { doc: { sha256, size }, version: "evidence" });
  return { stream, sizeBytes: size, sha256, fileName: `${baseName(file.name)} (evidence).pdf` };
}
