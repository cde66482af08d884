import type { Font } from "fontkit";

/** Internals of a WOFF2 face in fontkit 2.0.4; the package is pinned and tests compare the shapes. */
interface FaceInternals {
  _decompress(): void;
  stream: { buffer: Uint8Array };
  directory: { tables: Record<string, { offset: number; length: number; transformed?: boolean } | undefined> };
}

/** What shaping reads. Outlines are not among it: fontkit draws them, and WOFF2 holds them in a form of its own. */
const SHAPING = ["GDEF", "GPOS", "GSUB", "OS/2", "cmap", "head", "hhea", "hmtx", "maxp"];
const HEADER = 12;
const ENTRY = 16;
const TRUETYPE = 0x00010000;

/** The tables of an open WOFF2 face as an OpenType file (OpenType 1.9, "Organization of an OpenType Font"). */
export function fontTables(font: Font): Buffer {
  const face = font as unknown as FaceInternals;
  face._decompress();
  const tables = SHAPING.flatMap((tag) => {
    const found = face.directory.tables[tag];
    if (!found) return [];
    if (found.transformed) throw new Error(`${font.postscriptName} has a transformed ${tag}`);
    return [{ tag, bytes: face.stream.buffer.subarray(found.offset, found.offset + found.length) }];
  });
  const header = Buffer.alloc(HEADER + ENTRY * tables.length);
  header.writeUInt32BE(TRUETYPE, 0);
  header.writeUInt16BE(tables.length, 4);
  let offset = header.length;
  const parts: Buffer[] = [header];
  tables.forEach(({ tag, bytes }, i) => {
    const at = HEADER + ENTRY * i;
    header.write(tag, at, "latin1");
    header.writeUInt32BE(offset, at + 8);
    header.writeUInt32BE(bytes.length, at + 12);
    const padded = Buffer.alloc(Math.ceil(bytes.length / 4) * 4);
    padded.set(bytes);
    parts.push(padded);
    offset += padded.length;
  });
  return Buffer.concat(parts);
}
