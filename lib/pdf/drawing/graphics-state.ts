import type { FontFacts } from "./plain-font";

/** How an area or a line is coloured. */
export interface Paint {
  /** Components of a colour; null where that is not known. */
  components: number | null;
  isPattern: boolean;
  /** The colour space was set without a colour, and programs start with different default colours. */
  isUnset: boolean;
  /** The last colour of a table; null for other spaces. */
  highest: number | null;
  /** A colour of printing inks other than black alone. */
  isInk: boolean;
  /** Every component goes from 0 to 1. */
  isOfLevels: boolean;
}

/** The part of the graphics state (8.4) on which programs differ. `q` saves it and `Q` restores it. */
export interface GraphicsState {
  fill: Paint;
  stroke: Paint;
  /** Null before the first one is set. */
  font: FontFacts | "missing" | null;
  /** The layer whose content set the font; null outside of layers. */
  fontLayer: MarkedContent | null;
  mode: number;
  /** Horizontal scaling and leading other than their defaults, set in the content that draws this form: PDFium forgets them there. */
  isStretchedOutside: boolean;
  hasLeadingOutside: boolean;
  /** The same, set in this content. */
  isStretched: boolean;
  hasLeading: boolean;
  /** Of lines. */
  width: number;
  line: LineStyle;
  overprints: boolean;
  /** Transparent: the backdrop shows through. */
  mixes: boolean;
  /** By opacity. */
  fades: boolean;
}

/** How lines end and what dashes they have. */
export interface LineStyle {
  cap: number;
  hasZeroDash: boolean;
}

/** Content between marks, and whether it belongs to a layer. */
export interface MarkedContent {
  isLayer: boolean;
}

export const BLACK: Paint = {
  components: 1,
  isPattern: false,
  isUnset: false,
  highest: null,
  isInk: false,
  isOfLevels: true,
};

/** At the start of a page. */
export const INITIAL: GraphicsState = {
  fill: BLACK,
  stroke: BLACK,
  font: null,
  fontLayer: null,
  mode: 0,
  isStretchedOutside: false,
  hasLeadingOutside: false,
  isStretched: false,
  hasLeading: false,
  width: 1,
  line: { cap: 0, hasZeroDash: false },
  overprints: false,
  mixes: false,
  fades: false,
};

/** The state in which a form begins (8.10.1). */
export function inherited(outer: GraphicsState): GraphicsState {
  return {
    ...outer,
    // Each program takes another origin for a pattern that was chosen outside.
    fill: { ...outer.fill, isUnset: outer.fill.isUnset || outer.fill.isPattern },
    stroke: { ...outer.stroke, isUnset: outer.stroke.isUnset || outer.stroke.isPattern },
    isStretchedOutside: outer.isStretchedOutside || outer.isStretched,
    hasLeadingOutside: outer.hasLeadingOutside || outer.hasLeading,
    isStretched: false,
    hasLeading: false,
  };
}
