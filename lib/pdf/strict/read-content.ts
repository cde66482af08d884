import { inflateSync } from "node:zlib";
import { inlineImages } from "@/lib/pdf/content/inline-images";
import { oddTokens } from "@/lib/pdf/content/odd-tokens";
import type { PdfDocument } from "@/lib/pdf/document";
import { PdfError } from "@/lib/pdf/errors";
import { inflateChunk } from "@/lib/pdf/filters/filters";
import type { IndirectObject, PdfDict } from "@/lib/pdf/syntax/objects";
import type { Content } from "./content-streams";
import { decodeRaw, decodesAlike, filtersOf, FULL_FILTER_NAMES } from "./filters-of";

/** Limit for the decoded bytes of all content streams. A file with more is refused as too large. */
const MOST_CONTENT = 256 << 20;

export type ContentDefect = "stream_data" | "inline_image" | "content_syntax" | "content_states";

/** Reads content streams and checks whether every reader interprets them alike. */
export class ContentReader {
  private left = MOST_CONTENT;

  constructor(private readonly document: PdfDocument) {}

  /** Null for unambiguous content. Throws PdfError `too_large`. */
  defectOf({ streams, isWhole }: Content): ContentDefect | null {
    if (!isWhole) {
      return "stream_data";
    }
    const parts: Buffer[] = [];
    for (const stream of streams) {
      const data = this.decodeAlike(stream);
      if (data === null) {
        return "stream_data";
      }
      parts.push(data);
    }
    const content = parts.length === 1 ? (parts[0] ?? Buffer.alloc(0)) : joinContent(parts);
    return defectIn(content);
  }

  private decodeAlike(stream: IndirectObject): Buffer | null {
    const { offset, length } = this.document.rawStream(stream);
    const { names, isDecodable } = filtersOf(this.document, stream);
    if (!isDecodable || stream.value.kind !== "dict") {
      return null;
    }
    if (length > this.document.limits.streamBytes) {
      throw new PdfError("too_large", `a content stream of ${length} bytes`);
    }
    const raw = this.document.source.read(offset, length);
    try {
      const whole =
        names.length === 0 ? raw : wholeInflated(names, raw, stream.value, this.document.limits.streamBytes);
      const data = whole ?? decodeRaw(this.document, raw, stream.value);
      this.left -= data.length;
      if (this.left < 0) {
        throw new PdfError("too_large", "content streams decode to too many bytes");
      }
      if (whole !== null) {
        return data;
      }
      const full = names.map((name) => FULL_FILTER_NAMES[name] ?? name);
      const wanted = { dict: stream.value, maxBytes: this.document.limits.streamBytes };
      return decodesAlike(this.document, full, raw, wanted) ? data : null;
    } catch (error) {
      if (error instanceof PdfError && error.code === "damaged") {
        return null;
      }
      throw error;
    }
  }
}

/**
 * The data of a usual content stream, with one Flate filter without parameters. Null for any other filter, and for
 * incomplete data.
 */
function wholeInflated(names: readonly string[], raw: Buffer, dict: PdfDict, maxOutputLength: number): Buffer | null {
  if (names.length !== 1 || names[0] !== "FlateDecode" || dict.entries.has("DecodeParms")) {
    return null;
  }
  try {
    return inflateSync(raw, { maxOutputLength, chunkSize: inflateChunk(raw.length) });
  } catch {
    return null;
  }
}

/** Joins streams as readers do: a token never continues in the next stream (ISO 32000-2, 7.8.2). */
export function joinContent(parts: readonly Buffer[]): Buffer {
  return Buffer.concat(parts.flatMap((part) => [part, LINE_END]));
}

const LINE_END = Buffer.from("\n");

function defectIn(content: Buffer): ContentDefect | null {
  try {
    const images = inlineImages(content);
    if (!images.every(({ isPlain }) => isPlain)) {
      return "inline_image";
    }
    let defect: ContentDefect | null = null;
    for (const { isLoneRestore } of oddTokens(content, images)) {
      if (!isLoneRestore) {
        return "content_syntax";
      }
      defect = "content_states";
    }
    return defect;
  } catch (error) {
    if (error instanceof PdfError) {
      return "inline_image";
    }
    throw error;
  }
}
