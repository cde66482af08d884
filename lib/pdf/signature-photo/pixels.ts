/** A decoded picture: red, green, blue, alpha, 8 bits each, row by row from the top. */
export interface Pixels {
  rgba: Uint8ClampedArray;
  width: number;
  height: number;
}

/** Whether a picture has a background of its own to take out: none of it is transparent. */
export function isOpaque({ rgba }: Pixels): boolean {
  for (let at = 3; at < rgba.length; at += 4) if ((rgba[at] ?? 255) < 250) return false;
  return true;
}
