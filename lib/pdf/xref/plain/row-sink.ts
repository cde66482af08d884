import type { XrefEntry } from "@/lib/pdf/xref/xref-entries";

/** One row of a cross-reference section, as it is written there. */
export interface SectionRow extends XrefEntry {
  num: number;
}

export type RowSink = (row: SectionRow) => void;
