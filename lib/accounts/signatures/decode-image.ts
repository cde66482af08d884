import { accountActor } from "@/lib/accounts/actor";
import { toFileError } from "@/lib/engine/file-errors";
import { PdfError } from "@/lib/pdf/errors";
import type { CleanedImage, NormalisedImage } from "@/lib/pdf/images/clean-image";
import { ImageError } from "@/lib/pdf/images/image-xobject";
import { decodeBase64 } from "@/lib/platform/base64";
import type { Actor, Ctx } from "@/lib/platform/context";
import { DomainError, memberName } from "@/lib/platform/errors";
import type { ImageToClean } from "./schema";

const dataUrlPrefix = /^data:image\/(?:png|jpe?g);base64,/i;

/**
 * A base64 picture from a client, re-encoded as PNG with transparency and without metadata. `pointer` names the member. Throws
 * `base64_invalid`, and `image_invalid` if it is not a PNG or JPEG, too large, or cannot be drawn; `unavailable`.
 */
export async function decodeImage(ctx: Ctx, base64: string, pointer: string): Promise<NormalisedImage> {
  return readUploadedImage(ctx, base64, pointer, (bytes) => ctx.engine.normaliseImage(bytes));
}

/** A base64 logo, PNG or SVG, drawn to a PNG. Throws as `decodeImage`. */
export async function decodeLogo(ctx: Ctx, base64: string, pointer: string): Promise<NormalisedImage> {
  const bare = base64.replace(/^data:image\/(?:png|svg\+xml);base64,/i, "");
  return readUploadedImage(ctx, bare, pointer, (bytes) => ctx.engine.drawLogo(bytes));
}

/** The result of `draw` for such a picture. Throws as `decodeImage`; the violation's code is `blank` for a blank page. */
async function readUploadedImage<Drawn>(
  ctx: Ctx,
  base64: string,
  pointer: string,
  draw: (bytes: Buffer) => Promise<Drawn>,
): Promise<Drawn> {
  const bytes = decodeBase64(base64.replace(dataUrlPrefix, ""));
  if (!bytes || bytes.length === 0) throw refusal("base64_invalid", pointer, "is not base64");
  if (bytes.length > ctx.limits.imageBytes)
    throw refusal("image_invalid", pointer, `is larger than ${ctx.limits.imageBytes} bytes`);
  try {
    return await draw(bytes);
  } catch (error) {
    if (error instanceof ImageError)
      throw refusal("image_invalid", pointer, `cannot be used: ${error.detail}`, error.code);
    // The killable child's error for any job it had to abort.
    if (error instanceof PdfError) throw refusal("image_invalid", pointer, "cannot be drawn");
    throw toFileError(error);
  }
}

function refusal(
  code: "base64_invalid" | "image_invalid",
  pointer: string,
  problem: string,
  why: string = code,
): DomainError {
  const detail = `${memberName(pointer)} ${problem}`;
  return new DomainError(code, { detail, violations: [{ pointer, code: why, detail }] });
}

/** Previews an account's photographed signature as it would appear in a document. Stores nothing. Throws as `decodeImage`. */
export async function cleanUpload(ctx: Ctx, actor: Actor, input: ImageToClean): Promise<CleanedImage> {
  accountActor(actor);
  return cleanPicture(ctx, input);
}

/** The same, without a check of the caller. */
export async function cleanPicture(ctx: Ctx, { file, keepPaper = false }: ImageToClean): Promise<CleanedImage> {
  return readUploadedImage(ctx, file.base64, "/file/base64", (bytes) => ctx.engine.cleanImage(bytes, keepPaper));
}
