import { buffer } from "node:stream/consumers";
import type { File } from "@/db/schema/files";
import type { MailAttachment } from "@/lib/channels/messenger";
import { openContent } from "@/lib/documents/content";
import { uniqueNames } from "@/lib/documents/download-archive";
import { isEnvelope, readParts } from "@/lib/documents/envelopes/parts";
import { systemActor, type Ctx } from "@/lib/platform/context";
import { DomainError } from "@/lib/platform/errors";

/** `too_large`: beyond the limit `mailAttachmentBytes`. `none`: the message inbox stores no attachments, or the document cannot be read. */
export type SignedCopy = { kind: "attached"; attachments: MailAttachment[] } | { kind: "too_large" } | { kind: "none" };

/** The completed document, or all files of an envelope, as attachments of its completion e-mails. */
export async function readSignedCopy(ctx: Ctx, file: File): Promise<SignedCopy> {
  if (ctx.usesMessageInbox) return { kind: "none" };
  if (file.size > ctx.limits.mailAttachmentBytes) return { kind: "too_large" };
  try {
    const parts = await readParts(ctx, file);
    const names = isEnvelope(file) ? uniqueNames(parts.map(({ name }) => name)) : [];
    const attachments: MailAttachment[] = [];
    for (const [index, part] of parts.entries()) {
      const { stream, fileName } = await openContent(ctx, systemActor, part, "current");
      const content = await buffer(stream);
      attachments.push({ filename: names[index] ?? fileName, contentType: "application/pdf", content });
    }
    return { kind: "attached", attachments };
  } catch (error) {
    // A deleted or damaged document must not block the e-mail about it. An unavailable store is retried.
    if (error instanceof DomainError && (error.code === "not_found" || error.code === "integrity_error"))
      return { kind: "none" };
    throw error;
  }
}
