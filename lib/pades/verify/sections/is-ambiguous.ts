import type { Deadline } from "@/lib/pades/verify/deadline";
import type { PdfDocument } from "@/lib/pdf/document";
import { PdfError } from "@/lib/pdf/errors";
import { isPlainObjectStream, readPlainStream, readPlainTable, type SectionRow } from "@/lib/pdf/xref/plain-sections";
import type { XrefSection } from "@/lib/pdf/xref/xref";

const headWindow = 64;

/**
 * Whether readers can find different objects through one cross-reference section of a later revision: it has two
 * entries for one number or an entry beyond /Size, violates the standard's syntax, or points to an object with
 * another number or generation or into an object stream with a duplicate number. Readers differ in which entry they
 * use, or rebuild the file from its bytes. Careless writing is tolerated in the signed bytes, but no signer is
 * responsible for appended bytes.
 * @param isMisplaced the offsets are known to be wrong and have been corrected
 */
export function isAmbiguous(
  later: PdfDocument,
  section: XrefSection,
  isMisplaced: boolean,
  deadline: Deadline,
): boolean {
  try {
    const parts = [section, hybridOf(section)].filter((part) => part !== null);
    return !hasPlainTrailer(later) || parts.some((part) => !isPlain(later, part, isMisplaced, deadline));
  } catch (error) {
    if (error instanceof PdfError) {
      return true;
    }
    throw error;
  }
}

/** Whether every key occurs once, and the values needed to follow the chain are plain digits. */
function hasPlainTrailer({ trailer: { value, bytes } }: PdfDocument): boolean {
  const isPlainNumber = (key: string): boolean => {
    const number = value.entries.get(key);
    return number === undefined || /^\d{1,10}$/.test(bytes.toString("latin1", number.start, number.end));
  };
  return value.duplicates.length === 0 && value.entries.has("Size") && ["Size", "Prev", "XRefStm"].every(isPlainNumber);
}

type Part = Pick<XrefSection, "offset" | "kind">;

function hybridOf({ hybridOffset }: XrefSection): Part | null {
  return hybridOffset === null ? null : { offset: hybridOffset, kind: "stream" };
}

function isPlain(later: PdfDocument, { offset, kind }: Part, isMisplaced: boolean, deadline: Deadline): boolean {
  const seen = new Set<number>();
  const streams = new Set<number>();
  const size = later.number(later.trailer.value.entries.get("Size")) ?? 0;
  let isSound = true;
  const take = (row: SectionRow): void => {
    deadline.tick();
    isSound &&= row.num < size && !seen.has(row.num) && (isMisplaced || leadsToItself(later, row, streams));
    seen.add(row.num);
  };
  const { source, limits } = later;
  return (
    (kind === "table" ? readPlainTable(source, offset, take) : readPlainStream(source, offset, limits, take)) && isSound
  );
}

/** `streams` are those already found to be plain. */
function leadsToItself(later: PdfDocument, { num, type, offset, gen }: SectionRow, streams: Set<number>): boolean {
  if (type === "free") {
    return true;
  }
  if (type === "offset") {
    return (
      offset < later.source.size && headsObject(later.source.read(offset, headWindow).toString("latin1"), num, gen)
    );
  }
  if (!streams.has(offset) && !isPlainObjectStream(later, offset)) {
    return false;
  }
  streams.add(offset);
  return later.objectStream(offset).slots[gen]?.num === num;
}

function headsObject(text: string, num: number, gen: number): boolean {
  const head = /^[\s\0]*(\d{1,10})[\s\0]+(\d{1,5})[\s\0]+obj/.exec(text);
  return head !== null && Number(head[1]) === num && Number(head[2]) === gen;
}
