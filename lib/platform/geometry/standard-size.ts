import type { PageSize } from "./fit-box";

/** The size, in points, that a box has when it is placed, by what goes into it. */
export const standardSizes = {
  signature: { widthPt: 150, heightPt: 50 },
  initial: { widthPt: 60, heightPt: 30 },
  date: { widthPt: 90, heightPt: 22 },
  name: { widthPt: 150, heightPt: 22 },
  email: { widthPt: 180, heightPt: 22 },
  text: { widthPt: 150, heightPt: 22 },
  checkbox: { widthPt: 18, heightPt: 18 },
} as const satisfies Record<string, PageSize>;
