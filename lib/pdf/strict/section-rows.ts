import type { PdfDocument } from "@/lib/pdf/document";
import { contradictsItself, readPlainStream, readPlainTable, type SectionRow } from "@/lib/pdf/plain-sections";
import { PdfError } from "@/lib/pdf/syntax/errors";
import type { XrefSection } from "@/lib/pdf/xref/xref";
import type { Ambiguities } from "./ambiguity";

/** Greater than every object number, so that an offset and a number can be combined in one sortable value. */
export const NUMBER_SPAN = 2 ** 23;
/** Used instead of an object number for a cross-reference section. */
export const SECTION = 0;

/** All entries of all sections of a file, including older revisions. */
export interface SectionRows {
  /** `offset * NUMBER_SPAN + num` of every object outside of object streams, and of the sections themselves. Sorted. */
  places: Float64Array;
  /** `stream * NUMBER_SPAN + num` of every object in an object stream. */
  compressed: ReadonlySet<number>;
  /** Numbers of the object streams. */
  objectStreams: ReadonlySet<number>;
  hasGenerations: boolean;
}

/** Reads every cross-reference section strictly by ISO 32000-2, 7.5.4 and 7.5.8, and records contradictory entries. */
export function readSectionRows(document: PdfDocument, found: Ambiguities): SectionRows {
  const rows = new RowCollector(found);
  if (document.endsInLoop) {
    found.note("section_loop", document.startXref);
  }
  judgeTrailer(document, found);
  for (const section of document.xrefSections) {
    rows.beginSection(section.offset);
    if (section.named !== section.offset) {
      found.note("loose_section", section.offset);
    }
    readPart(document, section, rows, found);
    if (section.hybridOffset !== null) {
      found.note("hybrid", section.offset);
      judgeHybrid(document, section, found);
      rows.beginSection(section.hybridOffset);
      readPart(document, { offset: section.hybridOffset, kind: "stream" }, rows, found);
    }
  }
  return rows.finish(document);
}

function judgeTrailer({ trailer, startXref, source }: PdfDocument, found: Ambiguities): void {
  const { entries, duplicates } = trailer.value;
  const id = entries.get("ID");
  if (duplicates.length > 0) {
    found.note("duplicate_key", startXref);
  }
  const isNamed =
    id === undefined ||
    id.kind === "ref" ||
    (id.kind === "array" && id.items.length === 2 && id.items.every(({ kind }) => kind === "string"));
  const isHeaded = /^%PDF-[12]\.\d/.test(source.read(0, Math.min(8, source.size)).toString("latin1"));
  if (!isNamed || !isHeaded) {
    found.note("loose_section", startXref);
  }
}

function readPart(
  document: PdfDocument,
  { offset, kind }: Pick<XrefSection, "offset" | "kind">,
  rows: RowCollector,
  found: Ambiguities,
): void {
  const take = (row: SectionRow): void => rows.take(row);
  const { source, limits } = document;
  if (
    !orFalse(() =>
      kind === "table" ? readPlainTable(source, offset, take) : readPlainStream(source, offset, limits, take),
    )
  ) {
    found.note("loose_section", offset);
  }
}

/**
 * Older sections are not consulted: hiding an object from old readers by a free entry is the purpose of a hybrid
 * file.
 */
function judgeHybrid(document: PdfDocument, section: XrefSection, found: Ambiguities): void {
  if (orFalse(() => !contradictsItself({ entry: () => null }, document, section))) {
    return;
  }
  found.note("hybrid_disagrees", section.offset);
}

class RowCollector {
  private readonly places: number[] = [];
  private readonly compressed = new Set<number>();
  private readonly objectStreams = new Set<number>();
  private sectionOf = new Int32Array(1024);
  private section = 0;
  private offset = 0;
  private hasGenerations = false;
  private highest = 0;

  constructor(private readonly found: Ambiguities) {}

  beginSection(offset: number): void {
    this.section += 1;
    this.offset = offset;
    this.places.push(offset * NUMBER_SPAN + SECTION);
  }

  take({ num, type, offset, gen }: SectionRow): void {
    if (num >= NUMBER_SPAN) {
      this.found.note("loose_section", this.offset);
      return;
    }
    this.noteOnce(num);
    this.highest = Math.max(this.highest, num);
    // An entry in use with the offset of the header, or the head of the free list with the number 1, which shifts the
    // whole table.
    if ((type === "offset" && offset === 0) || (num === 1 && type === "free" && gen === 65_535 && offset === 0)) {
      this.found.note("loose_section", this.offset);
    }
    if (num === 0 && type !== "free") {
      this.found.note("wrong_offset", 0);
      return;
    }
    if (type === "offset" && offset > 0) {
      this.places.push(offset * NUMBER_SPAN + num);
      this.hasGenerations ||= gen !== 0;
    } else if (type === "compressed") {
      this.compressed.add(offset * NUMBER_SPAN + num);
      this.objectStreams.add(offset);
    }
  }

  finish(document: PdfDocument): SectionRows {
    if (this.found.has("loose_section")) {
      this.takeEntries(document);
    }
    const size = document.trailer.value.entries.get("Size");
    if (size?.kind !== "number" || size.value !== this.highest + 1) {
      this.found.note("loose_section", document.startXref);
    }
    const { compressed, objectStreams, hasGenerations } = this;
    return { places: Float64Array.from(this.places).sort(), compressed, objectStreams, hasGenerations };
  }

  /** Uses our lenient reader's entries for sections that the strict one rejected. */
  private takeEntries(document: PdfDocument): void {
    this.section += 1;
    for (let num = 1; num <= document.maxObjectNumber; num += 1) {
      const entry = document.entry(num);
      if (entry !== null) {
        this.take({ num, ...entry });
      }
    }
  }

  private noteOnce(num: number): void {
    if (num >= this.sectionOf.length) {
      const grown = new Int32Array(2 ** Math.ceil(Math.log2(num + 1)));
      grown.set(this.sectionOf);
      this.sectionOf = grown;
    }
    if (this.sectionOf[num] === this.section) {
      this.found.note("listed_twice", num);
    }
    this.sectionOf[num] = this.section;
  }
}

function orFalse(work: () => boolean): boolean {
  try {
    return work();
  } catch (error) {
    if (error instanceof PdfError || error instanceof RangeError) {
      return false;
    }
    throw error;
  }
}

/**
 * Whether some programs rebuild the file from its bytes because of a reference to an object that no section lists.
 * Poppler does so if the newest section is a table, and then loses the objects in object streams or uses older ones
 * that are written plainly.
 */
export function isRebuiltForMissing(document: PdfDocument): boolean {
  return document.xrefSections[0]?.kind === "table" && hasCompressed(document);
}

/** Whether no section has an entry for an object, not even as free. */
export function isMissing(document: PdfDocument, num: number): boolean {
  return document.entry(num) === null;
}

function hasCompressed(document: PdfDocument): boolean {
  for (let num = 1; num <= document.maxObjectNumber; num += 1) {
    if (document.entry(num)?.type === "compressed") {
      return true;
    }
  }
  return false;
}
