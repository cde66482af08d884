import { openSegments, type SegmentPath } from "@/lib/pdf/byte-source";
import { hashSource } from "@/lib/pdf/hash-source";
import { ingestUpload, type PageSize } from "@/lib/pdf/ingest";

export interface TakeInInput {
  segment: SegmentPath;
  /** The bytes come from the repair already. */
  isRepaired: boolean;
}

export type TakenIn =
  | { kind: "repair" }
  | {
      kind: "ready";
      pages: PageSize[];
      alreadySigned: boolean;
      activeContent: string[];
      /** The revision that froze the form, to be appended; null when there was nothing to freeze. */
      tail: Buffer | null;
      removed: string[];
      /** Of base and tail together. */
      size: number;
      sha256: string;
    };

/** One pass of our own reader over an upload, with the hash of what the file becomes. Throws PdfError when it is refused. */
export function takeIn({ segment, isRepaired }: TakeInInput): TakenIn {
  const source = openSegments([segment]);
  try {
    const step = ingestUpload(source, isRepaired);
    if (step.kind === "repair") {
      return step;
    }
    const { frozen, ...facts } = step;
    const hash = hashSource(source, null);
    if (frozen) {
      hash.update(frozen.tail);
    }
    return {
      ...facts,
      tail: frozen?.tail ?? null,
      removed: frozen?.removed ?? [],
      size: segment.size + (frozen?.tail.length ?? 0),
      sha256: hash.digest("hex"),
    };
  } finally {
    source.close();
  }
}
