import { accountActor } from "@/lib/accounts/actor";
import type { Actor, Ctx } from "@/lib/context";
import type { CleanedImage } from "@/lib/pdf/images/clean-image";
import { readUploadedImage } from "./decode-image";
import type { ImageToClean } from "./schema";

/** An account's photographed signature as it would go into a document, to be looked at before it is stored. Nothing is kept. Throws as `decodeImage`. */
export async function cleanUpload(ctx: Ctx, actor: Actor, input: ImageToClean): Promise<CleanedImage> {
  accountActor(actor);
  return cleanPicture(ctx, input);
}

/** The same, for whoever may. */
export async function cleanPicture(ctx: Ctx, { file, keepPaper = false }: ImageToClean): Promise<CleanedImage> {
  return readUploadedImage(ctx, file.base64, "/file/base64", (bytes) => ctx.engine.cleanImage(bytes, keepPaper));
}
