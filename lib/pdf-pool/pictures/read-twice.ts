import type { SegmentPath } from "@/lib/pdf/byte-source";
import { PdfError } from "@/lib/pdf/errors";
import type { Children } from "../children";
import { compareReaders, type ReaderFindings } from "./compare-readers";
import type { ReadFacts } from "./page-facts";

interface TwoReaders {
  pdfium: Children<"readFacts">;
  pdfjs: Children<"readFacts">;
}

const budgetMs = 4_000;
const limitMs = 6_000;
const maxPages = 200;

/**
 * Reads an accepted file with both programs and compares what they show, page by page. A file that one of them cannot open at all differs on page 1.
 * Throws EngineTimeoutError, EngineBusyError, EngineLostError: then another try may do.
 */
export async function readTwice(
  { pdfium, pdfjs }: TwoReaders,
  segments: readonly SegmentPath[],
): Promise<ReaderFindings> {
  const task = { segments: [...segments], maxPages, budgetMs };
  const [one, other] = await Promise.all([
    factsOrRefusal(pdfium.run("readFacts", task, limitMs)),
    factsOrRefusal(pdfjs.run("readFacts", task, limitMs)),
  ]);
  if (one && other) return compareReaders(one, other);
  const of = Math.max(one?.of ?? 0, other?.of ?? 0);
  return { compared: 0, of, differences: of > 0 ? [{ code: "unreadable", page: 1 }] : [] };
}

/** Null for a file that the reader refuses. One that is too large for it says nothing about the file. */
async function factsOrRefusal(reading: Promise<ReadFacts>): Promise<ReadFacts | null> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
    return error.code === "too_large" ? { of: 0, pages: [] } : null;
  }
}
