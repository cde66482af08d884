import { seeded } from "@/lib/pdf/testing/seeded";

export interface Region {
  name: string;
  start: number;
  end: number;
}

/** A file split into regions: around each landmark, and between landmarks. Every byte is in exactly one region. */
export function regionsOf(bytes: Buffer): Region[] {
  const landmark =
    /%PDF-|\d \d+ obj|endobj|stream|xref|trailer|startxref|%%EOF|\/ByteRange|\/Contents|\/V |\/AP|\/Reference/g;
  const starts = [...bytes.toString("latin1").matchAll(landmark)].map((match) => ({
    at: match.index,
    word: match[0].replace(/\d \d+ /, ""),
  }));
  return starts.map(({ at, word }, index) => ({
    name: `${word} at ${at}`,
    start: at,
    end: starts[index + 1]?.at ?? bytes.length,
  }));
}

export interface Flip {
  region: string;
  offset: number;
  bytes: Buffer;
}

/** One byte changed in some of the regions; the seed determines the regions, the byte and the change. */
export function* flips(original: Buffer, seed: number, count: number): Generator<Flip> {
  const random = seeded(seed);
  const regions = regionsOf(original);
  for (let index = 0; index < count; index += 1) {
    const region = regions[Math.floor(((index + random()) * regions.length) / count)];
    if (!region) {
      return;
    }
    const { name, start, end } = region;
    const offset = start + Math.floor(random() * (end - start));
    const bytes = Buffer.from(original);
    bytes[offset] = (bytes[offset] ?? 0) ^ (1 + Math.floor(random() * 255));
    yield { region: name, offset, bytes };
  }
}
