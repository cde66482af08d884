import type { Font } from "fontkit";
import { encodeOutline } from "./encode-outline";
import { layOutWords, type Direction, type LaidOut } from "./laid-out-words";

/** A face as pdfkit embeds it. The direction of the next run is set before it is drawn. */
export interface EmbeddableFace {
  /** Handed to pdfkit as a font object. */
  font: Font;
  /** Names the face within one document. */
  key: string;
  setDirection(direction: Direction): void;
}

/** What fontkit 2.0.4 keeps inside a subset; the package is pinned and a test reads the embedded text back. */
interface SubsetInternals {
  glyf: Uint8Array[];
  loca: { offsets: number[] };
  hmtx: { metrics: { advance: number; bearing: number }[] };
  offset: number;
  _addGlyph(glyphId: number): number;
}

/**
 * Wraps a face read from WOFF2 so that pdfkit can embed a subset of it: fontkit copies glyphs from where plain TrueType keeps them, and the
 * transformed table of WOFF2 is not there. Each glyph is written anew from its outline, in the weight that the face was set to.
 */
export function embeddableFace(font: Font, key: string): EmbeddableFace {
  let direction: Direction = "ltr";
  const face = Object.create(font) as Font;
  Object.defineProperties(face, {
    // pdfkit takes two faces of one name for one, and the parts of an East Asian face all have the same.
    postscriptName: { value: key },
    layout: { value: (text: string): LaidOut => layOutWords(font, text, direction) },
    createSubset: { value: () => rewritingSubset(font) },
  });
  return {
    font: face,
    key,
    setDirection: (next) => {
      direction = next;
    },
  };
}

/** A glyph as a subset holds it. */
interface WrittenGlyph {
  outline: Buffer;
  advance: number;
  bearing: number;
}

const written = new WeakMap<Font, Map<number, WrittenGlyph>>();

function writtenGlyph(font: Font, glyphId: number): WrittenGlyph {
  const known = written.get(font) ?? new Map<number, WrittenGlyph>();
  written.set(font, known);
  const found = known.get(glyphId);
  if (found) return found;
  const glyph = font.getGlyph(glyphId);
  const outline = encodeOutline(glyph.path.commands);
  const made = { outline, advance: glyph.advanceWidth, bearing: outline.length > 0 ? glyph.bbox.minX : 0 };
  known.set(glyphId, made);
  return made;
}

function rewritingSubset(font: Font): unknown {
  const subset = font.createSubset() as unknown as SubsetInternals;
  subset._addGlyph = (glyphId) => {
    const { outline, advance, bearing } = writtenGlyph(font, glyphId);
    subset.glyf.push(outline);
    subset.loca.offsets.push(subset.offset);
    subset.hmtx.metrics.push({ advance, bearing });
    subset.offset += outline.length;
    return subset.glyf.length - 1;
  };
  return subset;
}
