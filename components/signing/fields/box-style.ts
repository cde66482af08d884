import type { CSSProperties } from "react";
import type { LinkBox } from "@/lib/signing/schema";

/** Where a box stands on its page; `scale` is CSS pixels a point. */
export function boxStyle(
  { left, top, width, height }: Pick<LinkBox, "left" | "top" | "width" | "height">,
  scale: number,
): CSSProperties {
  return { left: left * scale, top: top * scale, width: width * scale, height: height * scale };
}
