import type { Font, GlyphRun } from "fontkit";
import { encodeOutline } from "./encode-outline";

type Direction = "ltr" | "rtl";

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
    layout: { value: (text: string): GlyphRun => layOutAfresh(font, text, direction) },
    createSubset: { value: () => rewritingSubset(font) },
  });
  return { font: face, key, setDirection: (next) => { direction = next; } };
}

/**
 * fontkit keeps each glyph as it was first asked for, and asks for the parts of an accented letter without saying what they stand for: a letter
 * drawn after that would have no text. Forgotten glyphs are made again, with their text.
 */
function layOutAfresh(font: Font, text: string, direction: Direction): GlyphRun {
  (font as unknown as { _glyphs: object })._glyphs = {};
  return font.layout(text, undefined, undefined, undefined, direction);
}

function rewritingSubset(font: Font): unknown {
  const subset = font.createSubset() as unknown as SubsetInternals;
  subset._addGlyph = (glyphId) => {
    const glyph = font.getGlyph(glyphId);
    const outline = encodeOutline(glyph.path.commands);
    subset.glyf.push(outline);
    subset.loca.offsets.push(subset.offset);
    subset.hmtx.metrics.push({ advance: glyph.advanceWidth, bearing: outline.length > 0 ? glyph.bbox.minX : 0 });
    subset.offset += outline.length;
    return subset.glyf.length - 1;
  };
  return subset;
}
