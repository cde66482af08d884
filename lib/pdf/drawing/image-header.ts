interface ImageHeader {
  width: number;
  height: number;
  /** Null where the header does not say it. */
  components: number | null;
}

type Coded = "DCTDecode" | "JPXDecode" | "JBIG2Decode";
const MARKER = 0xff;
const NO_FRAMES: ReadonlySet<number> = new Set([0xc4, 0xc8, 0xcc]);
const SIZE_MARKER = Buffer.from([MARKER, 0x4f, MARKER, 0x51]);
const PAGE_INFORMATION = 48;
const SEGMENT_HEADER = 11;
const UNKNOWN_HEIGHT = 0xffffffff;

/** What coded data say of their own size; null where they do not, or are none. */
export function declaredByData(filter: Coded, data: Buffer): ImageHeader | null {
  try {
    switch (filter) {
      case "DCTDecode":
        return ofJpeg(data);
      case "JPXDecode":
        return ofJpeg2000(data);
      default:
        return ofJbig2(data);
    }
  } catch (error) {
    if (error instanceof RangeError) {
      return null;
    }
    throw error;
  }
}

/** The frame header (ITU-T T.81, B.2.2). */
function ofJpeg(data: Buffer): ImageHeader | null {
  if (data.readUInt16BE(0) !== 0xffd8) {
    return null;
  }
  for (let pos = 2; data[pos] === MARKER;) {
    const marker = data[pos + 1] ?? 0;
    if (marker === MARKER) {
      pos += 1;
    } else if (marker >= 0xc0 && marker <= 0xcf && !NO_FRAMES.has(marker)) {
      return {
        height: data.readUInt16BE(pos + 5),
        width: data.readUInt16BE(pos + 7),
        components: data.readUInt8(pos + 9),
      };
    } else {
      pos += 2 + data.readUInt16BE(pos + 2);
    }
  }
  return null;
}

/** The first marker segment of the codestream (ISO 15444-1, A.5.1). Its components may hold an opacity, so that they are not told. */
function ofJpeg2000(data: Buffer): ImageHeader | null {
  const at = data.indexOf(SIZE_MARKER);
  if (at < 0) {
    return null;
  }
  const [right, bottom, left, top] = [8, 12, 16, 20].map((offset) => data.readUInt32BE(at + offset)) as [
    number,
    number,
    number,
    number,
  ];
  return { width: right - left, height: bottom - top, components: null };
}

/** The segment with the page's size (ISO 14492, 7.4.8), which comes first. A striped page may say its height at its end. */
function ofJbig2(data: Buffer): ImageHeader | null {
  if (((data[4] ?? 0) & 63) !== PAGE_INFORMATION) {
    return null;
  }
  const [width, height] = [data.readUInt32BE(SEGMENT_HEADER), data.readUInt32BE(SEGMENT_HEADER + 4)];
  return height === UNKNOWN_HEIGHT ? null : { width, height, components: 1 };
}
