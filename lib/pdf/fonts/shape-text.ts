import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type * as Fontkit from "fontkit";
import type { Font, Glyph } from "fontkit";
import { PdfError } from "@/lib/pdf/syntax/errors";
import type { FieldFont } from "@/lib/platform/geometry/field-text";
import { RecentlyUsed } from "@/lib/platform/recently-used";
import { facesFor, hanPreference, type FaceChoice, type FaceFile } from "./face-catalogue";
import { shapeByHarfBuzz, type Direction, type LaidOut } from "./shaper";
import { directedRuns, visualOrder, type DirectedRun } from "./text-direction";

/** A glyph and its position, in ems from the left end of the baseline. */
interface PlacedGlyph {
  glyph: Glyph;
  unitsPerEm: number;
  x: number;
  y: number;
}
export interface ShapedText {
  glyphs: PlacedGlyph[];
  widthEm: number;
  ascentEm: number;
  descentEm: number;
}
/** Text drawn with one font in one direction. */
interface FaceRun extends DirectedRun {
  font: Font;
}

/** Joiners, direction marks and variation selectors shape adjacent characters. Alone they are invisible. */
const INVISIBLE = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFE00-\uFE0F\uFEFF]/gu;
/** Replaces an undrawable character. It can be drawn and occurs in foreign forms, but is never typed on purpose. */
const LOST = "\uFFFD";
/**
 * Precomposed Western European letters and punctuation, all in one font and left to right. Most text matches, so
 * script detection is skipped.
 */
const PLAIN = /^[\x20-\x7e\xa1-\xac\xae-\xff\u2010-\u2022\u2026]*$/;
const NOTO_ASCENT = 1.069;
const NOTO_DESCENT = 0.293;

const segmenter = new Intl.Segmenter("und", { granularity: "grapheme" });

/** Normalises to the composed form, replaces white space by plain spaces, and splits into grapheme clusters. */
export function graphemes(text: string): string[] {
  const plain = text.normalize("NFC").replace(/\s/gu, " ");
  return Array.from(segmenter.segment(plain), (part) => part.segment);
}

/** The characters that no font can draw, each once, in order of appearance. */
export function undrawable(text: string): string[] {
  // This family draws letters that the chosen family lacks.
  if (plainFace(text, "sans")) return [];
  const choice = choiceOf(text, "sans");
  const clusters = [...new Set(graphemes(text))];
  const faceless = clusters.filter((cluster) => cluster.includes(LOST) || faceFor(cluster, choice, null) === null);
  return faceless.length > 0 || canBeShaped(text) ? faceless : withoutShape(clusters);
}

/** The clusters that cannot be drawn alone, or all of them if only their combination cannot be drawn. */
function withoutShape(clusters: readonly string[]): string[] {
  const alone = clusters.filter((cluster) => !canBeShaped(cluster));
  return alone.length > 0 ? alone : [...clusters];
}

function canBeShaped(text: string): boolean {
  try {
    shapeText(text);
    return true;
  } catch (error) {
    if (error instanceof PdfError) return false;
    throw error;
  }
}

/**
 * Selects fonts, shapes the text (ligatures, joining forms, marks) and puts runs into visual order.
 * @throws PdfError `glyph_missing` when no font has a glyph for a character
 */
export function shapeText(text: string, font: FieldFont = "sans"): ShapedText {
  const shaped: ShapedText = { glyphs: [], widthEm: 0, ascentEm: NOTO_ASCENT, descentEm: NOTO_DESCENT };
  for (const run of faceRuns(text, font)) placeRun(run, shaped);
  return shaped;
}

/** Letters that are placed side by side, one glyph each. */
const SIMPLE =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Common}\p{Script=Inherited}]*$/u;

/** The glyphs of one font in one direction. fontkit shapes simple text, so that most processes never load HarfBuzz. */
export function layOut(font: Font, text: string, direction: Direction): LaidOut {
  return SIMPLE.test(text)
    ? font.layout(text, undefined, undefined, undefined, direction)
    : shapeByHarfBuzz(font, text, direction);
}

/**
 * The runs of a text in visual order, from left to right.
 * @throws PdfError `glyph_missing` when no font has a glyph for a character
 */
export function faceRuns(text: string, font: FieldFont = "sans"): FaceRun[] {
  const plain = plainFace(text, font);
  if (plain) return [{ clusters: [text], level: 0, font: plain }];
  const choice = choiceOf(text, font);
  // Reordered before the text is split by font, because characters that only separate others, such as the end of an
  // isolate, have no font.
  return visualOrder(directedRuns(graphemes(text))).flatMap((run) => {
    const parts = splitByFace(run, choice);
    return run.level % 2 === 1 ? parts.reverse() : parts;
  });
}

function choiceOf(text: string, font: FieldFont): FaceChoice {
  return { font, han: hanPreference(text) };
}

function placeRun(run: FaceRun, shaped: ShapedText): void {
  const { font } = run;
  const text = run.clusters.join("");
  const laidOut = layOut(font, text, run.level % 2 === 1 ? "rtl" : "ltr");
  laidOut.glyphs.forEach((glyph, i) => {
    if (glyph.id === 0) throw new PdfError("glyph_missing", text);
    const position = laidOut.positions[i];
    shaped.glyphs.push({
      glyph,
      unitsPerEm: font.unitsPerEm,
      x: shaped.widthEm + (position?.xOffset ?? 0) / font.unitsPerEm,
      y: (position?.yOffset ?? 0) / font.unitsPerEm,
    });
    shaped.widthEm += (position?.xAdvance ?? 0) / font.unitsPerEm;
  });
  shaped.ascentEm = Math.max(shaped.ascentEm, font.ascent / font.unitsPerEm);
  shaped.descentEm = Math.max(shaped.descentEm, -font.descent / font.unitsPerEm);
}

function splitByFace(run: DirectedRun, wanted: FaceChoice): FaceRun[] {
  const runs: FaceRun[] = [];
  for (const cluster of run.clusters) {
    const last = runs.at(-1);
    const choice = faceFor(cluster, wanted, last?.font ?? null);
    if (choice === null) throw new PdfError("glyph_missing", cluster);
    if (choice.drawn === "") continue;
    if (last?.font === choice.font) last.clusters.push(choice.drawn);
    else runs.push({ clusters: [choice.drawn], level: run.level, font: choice.font });
  }
  return runs;
}

/** A font that has every character of the cluster. Prefers the font of the current run, so that words are not split. */
function faceFor(cluster: string, wanted: FaceChoice, current: Font | null): { font: Font; drawn: string } | null {
  // A control character is invisible, but some fonts have a glyph for it.
  if (/\p{Cc}/u.test(cluster)) return null;
  const visible = cluster.replace(INVISIBLE, "");
  if (visible === "") return current ? { font: current, drawn: "" } : { font: openFirst(" ", wanted), drawn: "" };
  if (current && hasAll(current, visible)) return { font: current, drawn: drawable(current, cluster) };
  const base = visible.codePointAt(0) ?? 0;
  for (const file of facesFor(base, wanted)) {
    const font = openFace(file);
    if (hasAll(font, visible)) return { font, drawn: drawable(font, cluster) };
  }
  return null;
}

/** The font that draws all of a plain text, or null for any other text. */
function plainFace(text: string, wanted: FieldFont): Font | null {
  if (text === "" || !PLAIN.test(text)) return null;
  const font = openFirst(" ", choiceOf("", wanted));
  return hasAll(font, text) ? font : null;
}

function openFirst(character: string, wanted: FaceChoice): Font {
  for (const file of facesFor(character.codePointAt(0) ?? 0, wanted)) return openFace(file);
  throw new PdfError("glyph_missing", character);
}

function hasAll(font: Font, text: string): boolean {
  return Array.from(text).every((character) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0));
}

/**
 * Keeps the invisible shaping characters that a font supports (a zero-width joiner affects Devanagari) and drops the
 * others.
 */
function drawable(font: Font, cluster: string): string {
  return cluster.replace(INVISIBLE, (mark) => (hasAll(font, mark) ? mark : ""));
}

/** A Chinese subset holds some 200 characters, so one name may need several. A font in memory takes about 1 MB. */
const MAX_OPEN = 24;
const REGULAR = 400;

const open = new RecentlyUsed<string, Font>(MAX_OPEN);
const require = createRequire(import.meta.url);

/** Opens a font file at first use and caches the most recent ones. Reads only files of our own pinned packages. */
export function openFace(file: FaceFile): Font {
  const known = open.get(file.path);
  if (known) return known;
  // Required on demand, because it takes 15 MB of a thread's memory and few uploads need text to be drawn.
  const { create } = require("fontkit") as typeof Fontkit;
  const font = create(readFileSync(file.path));
  if ("fonts" in font) throw new Error(`${file.path} is a collection, not a face`);
  if (file.variable) setWeight(font, REGULAR);
  return open.add(file.path, font);
}

interface Point {
  x: number;
  y: number;
  onCurve: boolean;
  endContour: boolean;
  copy(): Point;
}
interface Outline {
  points?: Point[];
}
interface DecodedGlyph {
  id: number;
  _decode(): Outline | undefined;
}
/** Internals of a WOFF2 font in fontkit 2.0.4. The package is pinned, and a test compares the drawn weight. */
interface FontInternals {
  variationCoords: number[] | null;
  _variationProcessor: { transformPoints(glyphId: number, points: Point[]): void } | null;
  _getBaseGlyph(glyphId: number, codePoints?: number[]): DecodedGlyph;
  _glyphs: Record<number, DecodedGlyph>;
  hmtx: { metrics: { length: number; get(index: number): { advance: number } } };
}

/**
 * Sets the `wght` axis of a variable font that was read from WOFF2.
 *
 * fontkit moves the points of a variable glyph (OpenType `gvar`) only when it decodes plain TrueType. It does not do
 * so for the transformed glyphs of a WOFF2 file, and would draw the default instance, which is hairline thin for the
 * CJK fonts. The static packages of the same fonts take 212 MB instead of 15.
 */
export function setWeight(font: Font, weight: number): void {
  const inner = font as unknown as FontInternals;
  inner.variationCoords = [weight];
  const original = inner._getBaseGlyph.bind(inner);
  inner._getBaseGlyph = (glyphId, codePoints) => {
    const isNew = inner._glyphs[glyphId] === undefined;
    const glyph = original(glyphId, codePoints);
    if (isNew && glyph) varyOnDecode(inner, glyph);
    return glyph;
  };
}

function varyOnDecode(font: FontInternals, glyph: DecodedGlyph): void {
  const decode = glyph._decode.bind(glyph);
  glyph._decode = () => {
    const outline = decode();
    const first = outline?.points?.[0];
    if (!outline?.points || !first || !font._variationProcessor) return outline;
    const points = outline.points.map((point) => point.copy());
    const phantoms = [0, advanceOf(font, glyph.id), 0, 0].map((x) =>
      Object.assign(first.copy(), { x, y: 0, endContour: true }),
    );
    points.push(...phantoms);
    font._variationProcessor.transformPoints(glyph.id, points);
    return { ...outline, points: points.slice(0, -phantoms.length) };
  };
}

function advanceOf(font: FontInternals, glyphId: number): number {
  const { metrics } = font.hmtx;
  return metrics.get(Math.min(glyphId, metrics.length - 1)).advance;
}
