import type { File, SignRequest } from "@/db/schema/files";
import type { PdfEngine } from "@/lib/engine/engine";
import { systemActor, type Ctx } from "@/lib/platform/context";
import { drawAnyPageOf } from "./pages";

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
    return await drawOnce(ctx, file);
  } catch (error) {
    ctx.log.warn({ err: error, file: file.id }, "a mail goes out without its thumbnail");
    return null;
  }
}

/** Drawings in progress, by the file and its hash. */
const underWay = new WeakMap<PdfEngine, Map<string, Promise<Buffer>>>();

/** The mails about a completed document are made at the same time: they wait for one drawing. */
function drawOnce(ctx: Ctx, file: File): Promise<Buffer> {
  const drawing = underWay.get(ctx.engine) ?? new Map<string, Promise<Buffer>>();
  underWay.set(ctx.engine, drawing);
  const key = `${file.uuid} ${file.sha256}`;
  const running = drawing.get(key);
  if (running) return running;
  const started = drawAnyPageOf(ctx, systemActor, file, { n: 1, width: widthPx, format: "png" }, () =>
    Promise.resolve([]),
  )
    .then((page) => page.bytes())
    .then((bytes) => Buffer.from(bytes))
    .finally(() => drawing.delete(key));
  drawing.set(key, started);
  return started;
}
