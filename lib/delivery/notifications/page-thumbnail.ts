import type { File, SignRequest } from "@/db/schema/files";
import { drawPageOf } from "@/lib/documents/pages";
import { systemActor, type Ctx } from "@/lib/platform/context";

/** Too small to read text, large enough to recognise a document (decision 73). */
const widthPx = 160;

/** Not where the recipient proves more than the mailbox before they see the document. */
export function mayHaveThumbnail({ identifyMethods }: Pick<SignRequest, "identifyMethods">): boolean {
  return !identifyMethods.includes("sms");
}

/**
 * The first page as a small PNG for a mail; null where the recipient proves more than the mailbox before they see the document, and where it cannot be drawn,
 * which must not hold up the mail.
 */
export async function readThumbnail(ctx: Ctx, file: File, signer: SignRequest | null): Promise<Buffer | null> {
  if (signer && !mayHaveThumbnail(signer)) return null;
  try {
    return Buffer.from(
      await drawPageOf(ctx, systemActor, file, { n: 1, width: widthPx, format: "png", boxes: [] }).bytes(),
    );
  } catch (error) {
    ctx.log.warn({ err: error, file: file.id }, "a mail goes out without its thumbnail");
    return null;
  }
}
