import { deflateSync, inflateSync } from "node:zlib";
import type { ImageXObject } from "./image-xobject";

const COMPONENTS = 3;
const WHITE = 255;

/** The image as it looks on white paper, without an alpha channel: for files that may hold no transparency (ISO 19005-1, 6.4). */
export function flattenOnWhite(image: ImageXObject): ImageXObject & { alpha: null } {
  const { width, height, alpha } = image;
  if (alpha === null) {
    return { ...image, alpha };
  }
  const count = width * height;
  const colours = inflateSync(image.rgb, { maxOutputLength: count * COMPONENTS });
  const opacity = inflateSync(alpha, { maxOutputLength: count });
  for (let i = 0, at = 0; i < count; i += 1) {
    const share = opacity[i] ?? 0;
    for (let end = at + COMPONENTS; at < end; at += 1) {
      colours[at] = Math.round(((colours[at] ?? 0) * share + WHITE * (WHITE - share)) / WHITE);
    }
  }
  return { width, height, rgb: deflateSync(colours), alpha: null };
}
