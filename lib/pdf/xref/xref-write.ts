export interface WrittenObject {
  num: number;
  gen: number;
  /** Absolute. */
  offset: number;
}

interface Run {
  first: number;
  objects: WrittenObject[];
}

/** Runs of consecutive object numbers, as listed in both kinds of section. `objects` must be sorted by number. */
function toRuns(objects: readonly WrittenObject[]): Run[] {
  const runs: Run[] = [];
  for (const object of objects) {
    const run = runs.at(-1);
    if (run !== undefined && object.num === run.first + run.objects.length) {
      run.objects.push(object);
    } else {
      runs.push({ first: object.num, objects: [object] });
    }
  }
  return runs;
}

/** A classic table (ISO 32000-2, 7.5.4): each entry exactly 20 bytes. */
export function buildXrefTable(objects: readonly WrittenObject[]): string {
  const subsections = toRuns(objects).map((run) => {
    const lines = run.objects.map(({ offset, gen }) => `${padded(offset, 10)} ${padded(gen, 5)} n\r\n`);
    return `${run.first} ${run.objects.length}\n${lines.join("")}`;
  });
  return `xref\n${subsections.join("")}`;
}

function padded(value: number, width: number): string {
  return String(value).padStart(width, "0");
}

/** The /Index array of a cross-reference stream, without brackets (7.5.8.2). */
export function formatIndex(objects: readonly WrittenObject[]): string {
  return toRuns(objects)
    .map((run) => `${run.first} ${run.objects.length}`)
    .join(" ");
}

const ROW_BYTES = 8;

/** Rows with columns of 1, 5 and 2 bytes, all of type 1. */
export function buildXrefStreamData(objects: readonly WrittenObject[]): Buffer {
  const data = Buffer.alloc(objects.length * ROW_BYTES);
  objects.forEach(({ offset, gen }, index) => {
    const at = index * ROW_BYTES;
    data.writeUInt8(1, at);
    data.writeUIntBE(offset, at + 1, 5);
    data.writeUInt16BE(gen, at + 6);
  });
  return data;
}
