import type { Ctx } from "@/lib/context";
import { DomainError, memberName } from "@/lib/errors";
import { decodeBase64 } from "@/lib/files/base64";
import { toFileError } from "@/lib/files/engine-errors";
import { PdfError } from "@/lib/pdf/errors";
import { ImageError } from "@/lib/pdf/image-error";
import type { NormalisedImage } from "@/lib/pdf/normalise-image";

const dataUrlPrefix = /^data:image\/(?:png|jpe?g);base64,/i;

/**
 * The picture that a client sent as base64, drawn anew as PNG with transparency and without metadata. `pointer` names the member.
 * Throws `base64_invalid`, and `image_invalid` for what is no PNG or JPEG, too large, or cannot be drawn; `unavailable`.
 */
export async function decodeImage(ctx: Ctx, base64: string, pointer: string): Promise<NormalisedImage> {
  const bytes = decodeBase64(base64.replace(dataUrlPrefix, ""));
  if (!bytes || bytes.length === 0) throw refusal("base64_invalid", pointer, "is not base64");
  if (bytes.length > ctx.limits.imageBytes) throw refusal("image_invalid", pointer, `is larger than ${ctx.limits.imageBytes} bytes`);
  try {
    return await ctx.engine.normaliseImage(bytes);
  } catch (error) {
    if (error instanceof ImageError) throw refusal("image_invalid", pointer, `cannot be used: ${error.detail}`);
    // What the killable child says of any job that it had to give up.
    if (error instanceof PdfError) throw refusal("image_invalid", pointer, "cannot be drawn");
    throw toFileError(error);
  }
}

function refusal(code: "base64_invalid" | "image_invalid", pointer: string, problem: string): DomainError {
  const detail = `${memberName(pointer)} ${problem}`;
  return new DomainError(code, { detail, violations: [{ pointer, code, detail }] });
}
