import type { Ctx } from "@/lib/context";
import { DomainError, memberName } from "@/lib/errors";
import { decodeBase64 } from "@/lib/files/base64";
import { toFileError } from "@/lib/files/engine-errors";
import { PdfError } from "@/lib/pdf/errors";
import { ImageError } from "@/lib/pdf/images/image-error";
import type { NormalisedImage } from "@/lib/pdf/images/normalise-image";

const dataUrlPrefix = /^data:image\/(?:png|jpe?g);base64,/i;

/**
 * The picture that a client sent as base64, drawn anew as PNG with transparency and without metadata. `pointer` names the member.
 * Throws `base64_invalid`, and `image_invalid` for what is no PNG or JPEG, too large, or cannot be drawn; `unavailable`.
 */
export async function decodeImage(ctx: Ctx, base64: string, pointer: string): Promise<NormalisedImage> {
  return readUploadedImage(ctx, base64, pointer, (bytes) => ctx.engine.normaliseImage(bytes));
}

/** What `draw` makes of such a picture. Throws as `decodeImage`; the violation's code is `blank` for a picture of nothing but paper. */
export async function readUploadedImage<Drawn>(
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
    // What the killable child says of any job that it had to give up.
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
