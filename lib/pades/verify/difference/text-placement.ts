import { gapOf, type Gap } from "./blanks";
import type { Glyph } from "./font-text";

/** In the form XObject's own units, y upwards. */
export interface Box {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

/** Part of the box that a fill or a frame has to span: smaller ones could be strokes of a letter. */
const nearlyAll = 0.8;
/** Part of the box, or units, by which a ground or frame may lie beside where it was: programs leave room for a border of their own. */
const mostAside = 0.08;
const mostUnitsAside = 2;
/** Part of the box that has to be left by clipping. */
const half = 0.5;
/** Difference of lightness, black 0 and white 1, from which text is seen on its ground. */
const leastContrast = 0.3;
/** Parts of the size: letters moved together, text before the clip, and how much may be cut off below and above a line of digits. */
const mostTogether = 0.15;
const mostBefore = 0.15;
const mostBelow = 0.15;
const leastAbove = 0.5;
/** Part of the last letter that may be cut off: its blank side and roundings of writers. */
const mostCut = 0.25;
/** Part of the box from which a line is full, so that a long word may be broken. */
const fullLine = 0.6;
const smallestText = 2;
/** Factor between the two directions of a letter, and between two sizes of one text. */
const mostDistortion = 3;
const mostSizes = 2;
/** Thousandths of the size by which letters are moved together, and by which the next string may cover the last one. */
const mostBackward = 200;

/** How much an appearance is enlarged when it is fitted into its rectangle. */
export interface Enlargement {
  x: number;
  y: number;
}

/** Red, green and blue, each 0 to 1. */
type Colour = readonly [number, number, number];

/** A rectangle of one colour, in parts of the box. */
interface Painted {
  colour: Colour;
  area: Box;
  /** How far it may lie beside another one, in parts of the box. */
  tolerance: { x: number; y: number };
}

/** Grounds and frames that fill or frame the box. */
export interface Decoration {
  grounds: readonly Painted[];
  frames: readonly Painted[];
}

const nearColour = 0.02;

interface State {
  scaleX: number;
  scaleY: number;
  x: number;
  y: number;
  lightness: number;
  fill: Colour;
  stroke: Colour;
  lineWidth: number;
  clip: Box;
  size: number;
  leading: number;
  spacing: number;
  wordSpacing: number;
  /** Horizontal scaling, 1 for none. */
  stretch: number;
}

/**
 * Position of the text in an appearance. Every method returns whether the text stays readable after the step: upright, large enough, in contrast
 * to its background, inside the box, and with its lines in writing order.
 */
export class TextPlacement {
  private state: State;
  private readonly saved: State[] = [];
  private line = { scaleX: 1, scaleY: 1, x: 0, y: 0 };
  /** The end of the text so far by the widths of its letters; null before the first text. */
  private last: { x: number; y: number } | null = null;
  /** The end of the last letter that is no blank, and whether a space was written behind it. */
  private letter: { end: number; size: number; hasSpace: boolean } | null = null;
  private readonly gapsFound: Gap[] = [];
  private isNewLine = false;
  private isInText = false;
  private hasMoved = true;
  private path: Box[] = [];
  private isClipping = false;
  /** Lightness of the background under the text; pages are white. */
  private ground = 1;
  private readonly drawn: { grounds: Painted[]; frames: Painted[] } = { grounds: [], frames: [] };
  private readonly sizes = { least: Infinity, most: 0 };
  /** Thousandths by which the next string is moved back over the last one. */
  private backward = 0;

  constructor(
    private readonly box: Box,
    private readonly enlarged: Enlargement,
  ) {
    this.state = {
      scaleX: 1,
      scaleY: 1,
      x: 0,
      y: 0,
      lightness: 0,
      fill: [0, 0, 0],
      stroke: [0, 0, 0],
      lineWidth: 1,
      clip: box,
      size: 0,
      leading: 0,
      spacing: 0,
      wordSpacing: 0,
      stretch: 1,
    };
  }

  /** What stands before each letter that is no blank. */
  get gaps(): readonly Gap[] {
    return this.gapsFound;
  }

  /** Grounds and frames drawn so far. */
  get decoration(): Decoration {
    return this.drawn;
  }

  save(): boolean {
    this.saved.push({ ...this.state });
    return !this.isInText && this.saved.length < 32;
  }

  restore(): boolean {
    const state = this.saved.pop();
    this.state = state ?? this.state;
    return !this.isInText && state !== undefined;
  }

  transform([a = 0, b = 0, c = 0, d = 0, e = 0, f = 0]: readonly number[]): boolean {
    const { state } = this;
    state.x += e * state.scaleX;
    state.y += f * state.scaleY;
    state.scaleX *= a;
    state.scaleY *= d;
    return !this.isInText && a > 0 && d > 0 && b === 0 && c === 0;
  }

  /** Sets a grey, RGB or CMYK colour. */
  setColour(components: readonly number[]): boolean {
    this.state.fill = colourOf(components);
    const [red, green, blue] = this.state.fill;
    this.state.lightness = 0.3 * red + 0.59 * green + 0.11 * blue;
    return true;
  }

  /** The same for lines. */
  setLineColour(components: readonly number[]): boolean {
    this.state.stroke = colourOf(components);
    return true;
  }

  setLineWidth(width: number): boolean {
    this.state.lineWidth = width;
    return width >= 0;
  }

  addRectangle([x = 0, y = 0, width = 0, height = 0]: readonly number[]): boolean {
    const { scaleX, scaleY, x: left, y: bottom } = this.state;
    const [a, b] = [left + x * scaleX, left + (x + width) * scaleX];
    const [c, d] = [bottom + y * scaleY, bottom + (y + height) * scaleY];
    this.path.push({ x0: Math.min(a, b), y0: Math.min(c, d), x1: Math.max(a, b), y1: Math.max(c, d) });
    return this.path.length === 1;
  }

  clip(): boolean {
    this.isClipping = true;
    return this.path.length === 1;
  }

  endPath(): boolean {
    const [rectangle] = this.path;
    if (this.isClipping && rectangle) {
      const { clip } = this.state;
      this.state.clip = within(clip, rectangle);
    }
    this.path = [];
    this.isClipping = false;
    return spans(this.state.clip, this.box, half);
  }

  fill(): boolean {
    const ground = this.painted(this.state.fill, this.state.clip);
    const isGround = this.last === null && ground !== null && spans(ground.area, unit, nearlyAll);
    if (ground) {
      this.drawn.grounds.push(ground);
    }
    this.ground = this.state.lightness;
    return this.endPath() && isGround;
  }

  fillAndStroke(): boolean {
    return this.addFrame() && this.fill();
  }

  stroke(): boolean {
    const isFrame = this.last === null && this.addFrame();
    return this.endPath() && isFrame;
  }

  /** A frame runs along the edges of the box: elsewhere it could strike letters out. */
  private addFrame(): boolean {
    const frame = this.painted(this.state.stroke, this.box);
    if (frame) {
      this.drawn.frames.push(frame);
    }
    const { lineWidth, scaleX, scaleY } = this.state;
    const isThin = lineWidth * Math.max(scaleX, scaleY) <= (this.box.y1 - this.box.y0) / 4;
    return isThin && frame !== null && isAlike(frame.area, unit, { x: 1 - nearlyAll, y: 1 - nearlyAll });
  }

  /** The rectangle of the path within a clip, in parts of the box. */
  private painted(colour: Colour, clip: Box): Painted | null {
    const [path] = this.path;
    const { x0, y0, x1, y1 } = this.box;
    const [width, height] = [x1 - x0, y1 - y0];
    const tolerance = {
      x: Math.max(mostAside, mostUnitsAside / width),
      y: Math.max(mostAside, mostUnitsAside / height),
    };
    const seen = path && within(within(path, clip), this.box);
    const area = seen && {
      x0: (seen.x0 - x0) / width,
      y0: (seen.y0 - y0) / height,
      x1: (seen.x1 - x0) / width,
      y1: (seen.y1 - y0) / height,
    };
    return area ? { colour, area, tolerance } : null;
  }

  begin(): boolean {
    const isFirst = !this.isInText;
    this.isInText = true;
    this.hasMoved = true;
    this.line = { scaleX: 1, scaleY: 1, x: 0, y: 0 };
    return isFirst;
  }

  end(): boolean {
    const wasInText = this.isInText;
    this.isInText = false;
    return wasInText;
  }

  setSize(size: number): boolean {
    this.state.size = size;
    return size > 0;
  }

  setLeading(leading: number): boolean {
    this.state.leading = leading;
    return true;
  }

  setSpacing(spacing: number): boolean {
    this.state.spacing = spacing;
    return true;
  }

  setWordSpacing(spacing: number): boolean {
    this.state.wordSpacing = spacing;
    return true;
  }

  /** In per cent. */
  setStretch(scale: number): boolean {
    this.state.stretch = scale / 100;
    return scale >= 50 && scale <= 200;
  }

  setMatrix([a = 0, b = 0, c = 0, d = 0, e = 0, f = 0]: readonly number[]): boolean {
    this.line = { scaleX: a, scaleY: d, x: e, y: f };
    this.hasMoved = true;
    return a > 0 && d > 0 && b === 0 && c === 0;
  }

  move(x: number, y: number): boolean {
    this.line.x += x * this.line.scaleX;
    this.line.y += y * this.line.scaleY;
    this.hasMoved = true;
    return true;
  }

  nextLine(): boolean {
    return this.move(0, -this.state.leading);
  }

  /** Adds a string at the current position. */
  take(glyphs: readonly Glyph[]): boolean {
    if (glyphs.length === 0) {
      return true;
    }
    const { state, line, last } = this;
    const across = line.scaleX * state.scaleX;
    const size = state.size * line.scaleY * state.scaleY;
    const width = state.size * across * state.stretch;
    const y = state.y + line.y * state.scaleY;
    const start = this.hasMoved || last === null ? state.x + line.x * state.scaleX : last.x;
    const isNextLine = last === null || y < last.y - size / 2;
    const isBehind =
      last !== null && Math.abs(y - last.y) < size / 10 && start >= last.x - (mostBackward / 1000) * width;
    const isNext = !this.hasMoved || isNextLine || isBehind;
    const spacing = state.spacing * across * state.stretch;
    const words = state.wordSpacing * across * state.stretch;
    let [x, isWhole] = [start, true];
    this.isNewLine ||= isNextLine;
    for (const glyph of glyphs) {
      const end = x + glyph.width * width;
      if (glyph.text.trim() !== "") {
        isWhole &&= x >= state.clip.x0 - mostBefore * width && end - mostCut * glyph.width * width <= state.clip.x1;
        this.gapsFound.push(this.gapBefore(x, width));
        this.isNewLine = false;
        this.letter = { end, size: width, hasSpace: false };
      } else if (this.letter !== null) {
        this.letter.hasSpace = true;
      }
      x = end + spacing + (glyph.isSpace ? words : 0);
    }
    this.last = { x, y };
    this.hasMoved = false;
    this.backward = 0;
    const isSeen =
      Math.abs(state.lightness - this.ground) >= leastContrast &&
      this.isReadable(size) &&
      state.spacing >= -mostTogether * state.size;
    return isNext && isSeen && isWhole && this.isInside(y, size);
  }

  private gapBefore(x: number, width: number): Gap {
    const { letter, box } = this;
    if (letter === null) {
      return gapOf(0, false);
    }
    if (this.isNewLine) {
      const isFull = letter.end - box.x0 >= fullLine * (box.x1 - box.x0);
      return { kind: letter.hasSpace ? "blank" : isFull ? "wrap" : "break", width: 0 };
    }
    return gapOf((x - letter.end) / Math.max(width, letter.size), letter.hasSpace);
  }

  /** Large enough where it is seen, not distorted, and as large as the rest of the text. */
  private isReadable(size: number): boolean {
    const { state, line, enlarged, sizes } = this;
    const across = line.scaleX * state.scaleX * state.stretch * enlarged.x;
    const distortion = across / (line.scaleY * state.scaleY * enlarged.y);
    sizes.least = Math.min(sizes.least, size);
    sizes.most = Math.max(sizes.most, size);
    return (
      size >= smallestText &&
      size * enlarged.y >= smallestText &&
      distortion >= 1 / mostDistortion &&
      distortion <= mostDistortion &&
      sizes.most <= mostSizes * sizes.least
    );
  }

  /** Moves by this many thousandths of the font size, to the left if negative: by less than half a letter between two strings. */
  advance(thousandths: number): boolean {
    const { state, line, last } = this;
    if (last !== null && !this.hasMoved) {
      last.x += (thousandths / 1000) * state.size * line.scaleX * state.scaleX * state.stretch;
    }
    this.backward += Math.max(0, -thousandths);
    const together = state.size > 0 ? Math.max(0, -state.spacing / state.size) * 1000 : 0;
    return this.backward === 0 || this.backward + together <= mostBackward;
  }

  private isInside(y: number, size: number): boolean {
    const { clip } = this.state;
    return y >= clip.y0 - mostBelow * size && y + leastAbove * size <= clip.y1;
  }
}

const unit: Box = { x0: 0, y0: 0, x1: 1, y1: 1 };

function within(one: Box, other: Box): Box {
  return {
    x0: Math.max(one.x0, other.x0),
    y0: Math.max(one.y0, other.y0),
    x1: Math.min(one.x1, other.x1),
    y1: Math.min(one.y1, other.y1),
  };
}

function isAlike(one: Box, other: Box, tolerance: { x: number; y: number }): boolean {
  return (
    Math.abs(one.x0 - other.x0) <= tolerance.x &&
    Math.abs(one.x1 - other.x1) <= tolerance.x &&
    Math.abs(one.y0 - other.y0) <= tolerance.y &&
    Math.abs(one.y1 - other.y1) <= tolerance.y
  );
}

function spans(one: Box, other: Box, part: number): boolean {
  return one.x1 - one.x0 >= part * (other.x1 - other.x0) && one.y1 - one.y0 >= part * (other.y1 - other.y0);
}

/** The colour of one, three or four components (ISO 32000-2, 8.6.4), without any profile. */
export function colourOf(components: readonly number[]): Colour {
  const [one = 0, two = 0, three = 0, black = 0] = components.map((part) => Math.min(1, Math.max(0, part)));
  if (components.length === 4) {
    return [(1 - one) * (1 - black), (1 - two) * (1 - black), (1 - three) * (1 - black)];
  }
  return components.length === 1 ? [one, one, one] : [one, two, three];
}

/** A ground or frame of this colour that fills the whole box. */
export function wholeBox(colour: Colour): Painted {
  return { colour, area: unit, tolerance: { x: mostAside, y: mostAside } };
}

/** Whether every ground and frame of one drawing has the colour and the place of one of the other's. */
export function hasOnly(drawn: Decoration, known: Decoration): boolean {
  const isKnown = (painted: Painted, others: readonly Painted[]): boolean =>
    others.some(({ colour, area }) => isNear(colour, painted.colour) && isAlike(area, painted.area, painted.tolerance));
  return (
    drawn.grounds.every((painted) => isKnown(painted, known.grounds)) &&
    drawn.frames.every((painted) => isKnown(painted, known.frames))
  );
}

function isNear(one: Colour, other: Colour): boolean {
  return other.every((part, index) => Math.abs(part - (one[index] ?? 0)) <= nearColour);
}
