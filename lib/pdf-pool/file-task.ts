import { openSegments, type ByteSource, type SegmentPath } from "@/lib/pdf/byte-source";

/** What a task gets that works on one stored file. */
export interface FileTask<Spec> {
  segments: SegmentPath[];
  spec: Spec;
}

/** Opens a file for one piece of work, and closes it whatever happens. */
export async function withSource<T>(
  segments: readonly SegmentPath[],
  use: (source: ByteSource) => Promise<T> | T,
): Promise<T> {
  const source = openSegments(segments);
  try {
    return await use(source);
  } finally {
    source.close();
  }
}
