import type { File, SignRequest } from "@/db/schema/files";
import { systemActor, type Ctx } from "@/lib/platform/context";
import { drawPageOf } from "./pages";

/** Too small to read text, large enough to recognise a document (decision 73). */
const widthPx = 160;

/** Only where the mailbox alone opens the document: not for signers who need an account or a code by SMS. */
export function mayHaveThumbnail({ identifyMethods }: Pick<SignRequest, "identifyMethods">): boolean {
  return identifyMethods.every((method) => method === "email");
}

/**
 * The first page as a small PNG for an e-mail. Null for signers who may not have it, and where it cannot be drawn: the e-mail goes out
 * without it.
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
