import type { FieldType } from "@/db/schema/files";
import type { PageSize } from "./fit-box";

/** Initial size of a new field, in points. */
export const standardSizes = {
  signature: { widthPt: 150, heightPt: 50 },
  initial: { widthPt: 60, heightPt: 30 },
  stamp: { widthPt: 110, heightPt: 80 },
  date: { widthPt: 90, heightPt: 22 },
  name: { widthPt: 150, heightPt: 22 },
  email: { widthPt: 180, heightPt: 22 },
  text: { widthPt: 150, heightPt: 22 },
  checkbox: { widthPt: 18, heightPt: 18 },
  radio: { widthPt: 18, heightPt: 18 },
  dropdown: { widthPt: 150, heightPt: 22 },
  number: { widthPt: 90, heightPt: 22 },
  phone: { widthPt: 130, heightPt: 22 },
  day: { widthPt: 90, heightPt: 22 },
} as const satisfies Record<FieldType, PageSize>;
