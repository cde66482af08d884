import { gapOf, type Gap } from "./blanks";
import type { Glyph } from "./font-text";
import { largestNumber } from "./plain-operands";

/** In the form XObject's own units, with the y-axis pointing up. */
export interface Box {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

/** The share of the box that a fill or a frame must span: smaller ones could be strokes of a letter. */
const nearlyAll = 0.8;
/**
 * The share of the box, or units, by which a background or frame may be displaced: programs leave room for a border
 * of their own.
 */
const mostAside = 0.08;
const mostUnitsAside = 2;
/** The share of the box that must remain after clipping. */
const half = 0.5;
/** The difference in lightness (black 0, white 1) from which text is visible on its background. */
const leastContrast = 0.3;
/**
 * The maximum overlap of a letter with the one before it (kerning), relative to the font size and to the narrower
 * letter. The ink of both stays separate.
 */
const mostTogether = 0.15;
const mostOverlap = 0.35;
/** The share of the font size that may be clipped from a letter's blank sides. */
const mostCut = 0.08;
/** How much of a letter must be visible below and above the baseline, relative to the font size. */
const belowBase = -0.02;
const aboveBase = 0.68;
/** For letters that become others without their tail: a comma would be a full stop. */
const belowBaseWithTail = 0.08;
const withTail = /[,;gjpqyQ_()[\]{}|$@/\u0080-\u00bfÇçþÿ‚„…]/;
/** For capitals with an accent. */
const aboveBaseWithAccent = 0.88;
const withAccent = /[À-ÖØ-ÝŠŽŸ]/;
/**
 * Relative to the font size: how far the letters of one line may differ in height, and the minimum distance of the
 * next line.
 */
const sameLine = 0.02;
const nextLine = 0.85;
/** The relative difference allowed between the sizes of letters. A small letter could be placed within a large one. */
const sameSize = 0.02;
/** The share of the box from which a line counts as full, so that a long word may be broken. */
const fullLine = 0.6;
const smallestText = 2;
/** The maximum ratio between the horizontal and vertical scale of a letter. */
const mostDistortion = 3;

/** The factor by which an appearance is enlarged when it is fitted into its rectangle. */
export interface Enlargement {
  x: number;
  y: number;
}

/** Red, green and blue, each 0 to 1. */
type Colour = readonly [number, number, number];

/** A rectangle of one colour, in shares of the box. */
interface Painted {
  colour: Colour;
  area: Box;
  /** The displacement allowed relative to another one, in shares of the box. */
  tolerance: { x: number; y: number };
}

/** Backgrounds and frames that fill or surround the box. */
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
  /** Horizontal scaling. 1 means none. */
  stretch: number;
}

/**
 * Position of the text in an appearance. Every method returns whether the text stays readable after the step: upright,
 * large enough, in contrast to its background, inside the box, and with its lines in writing order.
 */
export class TextPlacement {
  private state: State;
  private readonly saved: State[] = [];
  /** The text line matrix, and the distance of the pen from its origin, in its own units (ISO 32000-2, 9.4.4). */
  private line = { scaleX: 1, scaleY: 1, x: 0, y: 0 };
  private pen = 0;
  /** The last letter that is not a blank. */
  private letter: Letter | null = null;
  /** Whether a space was written after it. */
  private hasSpace = false;
  private hasText = false;
  private readonly gapsFound: Gap[] = [];
  private isInText = false;
  private path: Box[] = [];
  private isClipping = false;
  /** Lightness of the background behind the text. Pages are white. */
  private ground = 1;
  private readonly drawn: { grounds: Painted[]; frames: Painted[] } = { grounds: [], frames: [] };

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

  /** The gap before each letter that is not a blank. */
  get gaps(): readonly Gap[] {
    return this.gapsFound;
  }

  /** Backgrounds and frames drawn so far. */
  get decoration(): Decoration {
    return this.drawn;
  }

  /** Whether a path has not been painted yet. */
  get hasPath(): boolean {
    return this.path.length > 0;
  }

  /** Whether no text object, path or saved state is left open. */
  get isClosed(): boolean {
    return !this.isInText && !this.hasPath && this.saved.length === 0;
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
    return !this.isInText && a > 0 && d > 0 && b === 0 && c === 0 && isUsual(state);
  }

  /** Sets a grey, RGB or CMYK colour. */
  setColour(components: readonly number[]): boolean {
    this.state.fill = colourOf(components);
    const [red, green, blue] = this.state.fill;
    this.state.lightness = 0.3 * red + 0.59 * green + 0.11 * blue;
    return true;
  }

  /** Sets the colour of strokes. */
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
    return !this.isInText && this.path.length === 1;
  }

  clip(): boolean {
    const isFirst = !this.isClipping;
    this.isClipping = true;
    return isFirst && this.path.length === 1;
  }

  endPath(): boolean {
    const [rectangle] = this.path;
    if (this.isClipping && rectangle) {
      const { clip } = this.state;
      this.state.clip = within(clip, rectangle);
    }
    this.path = [];
    this.isClipping = false;
    return rectangle !== undefined && spans(this.state.clip, this.box, half);
  }

  fill(): boolean {
    const ground = this.painted(this.state.fill, this.state.clip);
    const isGround = !this.hasText && ground !== null && spans(ground.area, unit, nearlyAll);
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
    const isFrame = !this.hasText && this.addFrame();
    return this.endPath() && isFrame;
  }

  /** A frame runs along the edges of the box. Elsewhere it could strike letters out. */
  private addFrame(): boolean {
    const frame = this.painted(this.state.stroke, this.box);
    if (frame) {
      this.drawn.frames.push(frame);
    }
    const { lineWidth, scaleX, scaleY } = this.state;
    const isThin = lineWidth * Math.max(scaleX, scaleY) <= (this.box.y1 - this.box.y0) / 4;
    return isThin && frame !== null && isAlike(frame.area, unit, { x: 1 - nearlyAll, y: 1 - nearlyAll });
  }

  /** The rectangle of the path within a clip, in shares of the box. */
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
    this.setLine({ scaleX: 1, scaleY: 1, x: 0, y: 0 });
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

  /** In percent. */
  setStretch(scale: number): boolean {
    this.state.stretch = scale / 100;
    return scale >= 50 && scale <= 200;
  }

  setMatrix([a = 0, b = 0, c = 0, d = 0, e = 0, f = 0]: readonly number[]): boolean {
    this.setLine({ scaleX: a, scaleY: d, x: e, y: f });
    return this.isInText && a > 0 && d > 0 && b === 0 && c === 0;
  }

  move(x: number, y: number): boolean {
    const { line } = this;
    this.setLine({ ...line, x: line.x + x * line.scaleX, y: line.y + y * line.scaleY });
    return this.isInText && isUsual(this.line);
  }

  nextLine(): boolean {
    return this.move(0, -this.state.leading);
  }

  private setLine(line: TextPlacement["line"]): void {
    this.line = line;
    this.pen = 0;
  }

  /** Adds a string at the current position. */
  take(glyphs: readonly Glyph[]): boolean {
    const { state, line } = this;
    const across = line.scaleX * state.scaleX;
    const [width, height] = [state.size * across * state.stretch, state.size * line.scaleY * state.scaleY];
    const y = state.y + line.y * state.scaleY;
    let isReadable = Math.abs(state.lightness - this.ground) >= leastContrast && this.isLegible(height);
    for (const { text, width: advance, isSpace } of glyphs) {
      const x0 = state.x + line.x * state.scaleX + this.pen * across;
      if (text.trim() !== "") {
        isReadable = this.takeLetter({ text, x0, x1: x0 + advance * width, y, width, height }) && isReadable;
      } else {
        this.hasSpace = true;
      }
      this.pen += (advance * state.size + state.spacing + (isSpace ? state.wordSpacing : 0)) * state.stretch;
    }
    this.hasText ||= glyphs.length > 0;
    return this.isInText && this.isPenUsual() && (glyphs.length === 0 || isReadable);
  }

  private takeLetter(letter: Letter): boolean {
    const { letter: last, hasSpace } = this;
    this.gapsFound.push(last === null ? gapOf(0, false) : this.gapBetween(last, letter, hasSpace));
    this.letter = letter;
    this.hasSpace = false;
    return (last === null || follows(last, letter)) && isWithin(letter, this.state.clip);
  }

  private gapBetween(last: Letter, next: Letter, hasSpace: boolean): Gap {
    if (isOneLine(last, next)) {
      return gapOf((next.x0 - last.x1) / next.width, hasSpace);
    }
    const isFull = last.x1 - this.box.x0 >= fullLine * (this.box.x1 - this.box.x0);
    return { kind: hasSpace ? "blank" : isFull ? "wrap" : "break", width: 0 };
  }

  /** Whether a letter is large enough where it is displayed, and not distorted. */
  private isLegible(height: number): boolean {
    const { state, line, enlarged } = this;
    const across = line.scaleX * state.scaleX * state.stretch * enlarged.x;
    const distortion = across / (line.scaleY * state.scaleY * enlarged.y);
    return (
      height >= smallestText &&
      height * enlarged.y >= smallestText &&
      distortion >= 1 / mostDistortion &&
      distortion <= mostDistortion
    );
  }

  /** Moves by this many thousandths of the font size, to the left if negative. */
  advance(thousandths: number): boolean {
    this.pen += (thousandths / 1000) * this.state.size * this.state.stretch;
    return this.isInText && this.isPenUsual();
  }

  private isPenUsual(): boolean {
    const { state, line, pen } = this;
    const [scaleX, scaleY] = [line.scaleX * state.scaleX, line.scaleY * state.scaleY];
    return isUsual({
      scaleX,
      scaleY,
      x: state.x + line.x * state.scaleX + pen * scaleX,
      y: state.y + line.y * state.scaleY,
    });
  }
}

/** The maximum factor for sizes and distances in either direction, because readers calculate with few digits. */
const mostScale = 1000;

function isUsual({ scaleX, scaleY, x, y }: { scaleX: number; scaleY: number; x: number; y: number }): boolean {
  return (
    [scaleX, scaleY].every((scale) => scale <= mostScale && scale >= 1 / mostScale) &&
    Math.max(Math.abs(x), Math.abs(y)) <= largestNumber
  );
}

/** A letter as drawn. `width` and `height` are the font size in both directions. */
interface Letter {
  text: string;
  x0: number;
  x1: number;
  y: number;
  width: number;
  height: number;
}

/** Whether a letter is placed after the last one, or on a line below it, in the same size. */
function follows(last: Letter, next: Letter): boolean {
  const isOfSize =
    Math.abs(next.height - last.height) <= sameSize * last.height &&
    Math.abs(next.width - last.width) <= sameSize * last.width;
  const overlap = Math.min(mostTogether * next.width, mostOverlap * Math.min(last.x1 - last.x0, next.x1 - next.x0));
  return isOfSize && (isOneLine(last, next) ? next.x0 >= last.x1 - overlap : next.y <= last.y - nextLine * last.height);
}

function isOneLine(last: Letter, next: Letter): boolean {
  return Math.abs(next.y - last.y) <= sameLine * last.height;
}

/** Whether all parts of a letter that distinguish it from others are visible. */
function isWithin({ text, x0, x1, y, width, height }: Letter, clip: Box): boolean {
  const below = withTail.test(text) ? belowBaseWithTail : belowBase;
  const above = withAccent.test(text) ? aboveBaseWithAccent : aboveBase;
  return (
    x0 >= clip.x0 - mostCut * width &&
    x1 <= clip.x1 + mostCut * width &&
    y - below * height >= clip.y0 &&
    y + above * height <= clip.y1
  );
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

/** The colour of one, three or four components (ISO 32000-2, 8.6.4), without any colour profile. */
export function colourOf(components: readonly number[]): Colour {
  const [one = 0, two = 0, three = 0, black = 0] = components.map((part) => Math.min(1, Math.max(0, part)));
  if (components.length === 4) {
    return [(1 - one) * (1 - black), (1 - two) * (1 - black), (1 - three) * (1 - black)];
  }
  return components.length === 1 ? [one, one, one] : [one, two, three];
}

/** A background or frame of this colour that fills the whole box. */
export function wholeBox(colour: Colour): Painted {
  return { colour, area: unit, tolerance: { x: mostAside, y: mostAside } };
}

/** Whether every background and frame of one drawing has the colour and position of one in the other drawing. */
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
