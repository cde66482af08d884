/** In the form XObject's own units, y upwards. */
export interface Box {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

/** Part of the box that a fill or a frame has to span: smaller ones could be strokes of a letter. */
const nearlyAll = 0.8;
/** Part of the box that has to be left by clipping. */
const half = 0.5;
/** Difference of lightness, black 0 and white 1, from which text is seen on its ground. */
const leastContrast = 0.3;
/** Width of a narrow letter, in parts of the size. */
const narrow = 0.15;
const smallestText = 2;
/** Factor between the two directions of a letter, and between two sizes of one text. */
const mostDistortion = 3;
const mostSizes = 2;
/** Thousandths of the size by which letters are moved together, and part of a string by which the next one may cover it. */
const mostBackward = 200;
const mostCovered = 0.2;

/** How much an appearance is enlarged when it is fitted into its rectangle. */
export interface Enlargement {
  x: number;
  y: number;
}

/** Widths of letters in parts of the size: of digits as in Helvetica, of others as in narrow text fonts, so that little can be cut off. */
const letterWidths: readonly (readonly [RegExp, number])[] = [
  [/[\s.,:;!|'`()[\]{}/\\ijlIftr-]/, 0.2],
  [/[0-9]/, 0.54],
  [/[mwMW]/, 0.65],
  [/[A-Z]/, 0.5],
  [/./s, 0.4],
];

/** Red, green and blue, each 0 to 1. */
type Colour = readonly [number, number, number];

/** Colours of grounds and frames that fill or frame the box. */
export interface Decoration {
  grounds: readonly Colour[];
  frames: readonly Colour[];
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
  clip: Box;
  size: number;
  leading: number;
  spacing: number;
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
  /** The minimum end of the text so far; null before the first text. */
  private last: { x: number; y: number } | null = null;
  private hasMoved = true;
  private path: Box[] = [];
  private isClipping = false;
  /** Lightness of the background under the text; pages are white. */
  private ground = 1;
  private readonly drawn: { grounds: Colour[]; frames: Colour[] } = { grounds: [], frames: [] };
  private readonly sizes = { least: Infinity, most: 0 };
  /** Where the last placed string starts, and where the text ends by the widths of its letters. */
  private from = 0;
  private reach = 0;
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
      clip: box,
      size: 0,
      leading: 0,
      spacing: 0,
      stretch: 1,
    };
  }

  /** Grounds and frames drawn so far. */
  get decoration(): Decoration {
    return this.drawn;
  }

  save(): boolean {
    this.saved.push({ ...this.state });
    return this.saved.length < 32;
  }

  restore(): boolean {
    const state = this.saved.pop();
    this.state = state ?? this.state;
    return state !== undefined;
  }

  transform([a = 0, b = 0, c = 0, d = 0, e = 0, f = 0]: readonly number[]): boolean {
    const { state } = this;
    state.x += e * state.scaleX;
    state.y += f * state.scaleY;
    state.scaleX *= a;
    state.scaleY *= d;
    return a > 0 && d > 0 && b === 0 && c === 0;
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
    return width * this.state.scaleY <= (this.box.y1 - this.box.y0) / 4;
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
      this.state.clip = {
        x0: Math.max(clip.x0, rectangle.x0),
        y0: Math.max(clip.y0, rectangle.y0),
        x1: Math.min(clip.x1, rectangle.x1),
        y1: Math.min(clip.y1, rectangle.y1),
      };
    }
    this.path = [];
    this.isClipping = false;
    return spans(this.state.clip, this.box, half);
  }

  fill(): boolean {
    const isGround = this.last === null && this.spansBox();
    this.drawn.grounds.push(this.state.fill);
    this.ground = this.state.lightness;
    return this.endPath() && isGround;
  }

  fillAndStroke(): boolean {
    this.drawn.frames.push(this.state.stroke);
    return this.fill();
  }

  stroke(): boolean {
    const isFrame = this.last === null && this.spansBox();
    this.drawn.frames.push(this.state.stroke);
    return this.endPath() && isFrame;
  }

  begin(): boolean {
    this.hasMoved = true;
    this.line = { scaleX: 1, scaleY: 1, x: 0, y: 0 };
    return true;
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

  /** Adds a string of `codes` character codes, shown as `text`, at the current position. */
  take(codes: number, text: string): boolean {
    if (codes === 0) {
      return true;
    }
    const { state, line, last } = this;
    const size = state.size * line.scaleY * state.scaleY;
    const x = state.x + line.x * state.scaleX;
    const y = state.y + line.y * state.scaleY;
    const isNextLine = last === null || y < last.y - size / 2;
    const covered = Math.max(last?.x ?? 0, this.reach - mostCovered * (this.reach - this.from));
    const isBehind = last !== null && Math.abs(y - last.y) < size / 10 && x >= covered - size / 10;
    const isNext = !this.hasMoved || isNextLine || isBehind;
    // Consecutive strings without a move in between are set one after the other.
    const start = this.hasMoved ? x : (last?.x ?? x);
    const spacing = Math.max(0, state.spacing) * line.scaleX * state.scaleX;
    const end = start + codes * (narrow * size + spacing);
    this.last = { x: end, y };
    const reachFrom = this.hasMoved ? x : this.reach;
    this.from = this.hasMoved ? x : this.from;
    const width = state.size * line.scaleX * state.scaleX * state.stretch;
    const widths = widthsOf(text).map((part) => part * width + spacing);
    this.reach = widths.reduce((sum, part) => sum + part, reachFrom);
    const middleOfLast = this.reach - (widths.at(-1) ?? 0) / 2;
    this.hasMoved = false;
    this.backward = 0;
    const isSeen =
      Math.abs(state.lightness - this.ground) >= leastContrast &&
      this.isReadable(size) &&
      state.spacing >= -narrow * state.size;
    const isWhole = end - spacing - narrow * size < state.clip.x1 && middleOfLast < state.clip.x1;
    return isNext && isSeen && this.isInside(start, y, size) && isWhole;
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
      const forward = Math.max(0, (thousandths / 1000) * state.size * line.scaleX * state.scaleX);
      last.x += forward;
      this.reach += forward;
    }
    this.backward += Math.max(0, -thousandths);
    const together = state.size > 0 ? Math.max(0, -state.spacing / state.size) * 1000 : 0;
    return this.backward === 0 || this.backward + together <= mostBackward;
  }

  private isInside(x: number, y: number, size: number): boolean {
    const { clip } = this.state;
    return x >= clip.x0 - 1 && x < clip.x1 - size / 4 && y >= clip.y0 - size / 2 && y < clip.y1 - size / 4;
  }

  private spansBox(): boolean {
    const [rectangle] = this.path;
    return rectangle !== undefined && spans(rectangle, this.box, nearlyAll);
  }
}

function widthsOf(text: string): number[] {
  return Array.from(text, (letter) => letterWidths.find(([letters]) => letters.test(letter))?.[1] ?? 0);
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

/** Whether every ground and frame of one drawing has the colour of one of the other's. */
export function hasOnly(drawn: Decoration, known: Decoration): boolean {
  const isKnown = (colour: Colour, others: readonly Colour[]): boolean =>
    others.some((other) => other.every((part, index) => Math.abs(part - (colour[index] ?? 0)) <= nearColour));
  return (
    drawn.grounds.every((colour) => isKnown(colour, known.grounds)) &&
    drawn.frames.every((colour) => isKnown(colour, known.frames))
  );
}
