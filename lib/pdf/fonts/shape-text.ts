import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type * as Fontkit from "fontkit";
import type { Font, Glyph } from "fontkit";
import { PdfError } from "@/lib/pdf/errors";
import type { FieldFont } from "@/lib/platform/geometry/field-text";
import { RecentlyUsed } from "@/lib/platform/recently-used";
import { facesFor, hanPreference, type FaceChoice, type FaceFile } from "./face-catalogue";
import { shapeByHarfBuzz, type Direction, type LaidOut } from "./shaper";
import { directedRuns, visualOrder, type DirectedRun } from "./text-direction";

/** A glyph and where it stands, in ems from the left end of the baseline. */
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
/** Text that one face draws in one direction. */
interface FaceRun extends DirectedRun {
  font: Font;
}

/** Joiners, direction marks and variation selectors shape their neighbours; alone they draw nothing. */
const INVISIBLE = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFE00-\uFE0F\uFEFF]/gu;
/** Replaces a lost character. Drawable and present in foreign forms, but never typed on purpose. */
const LOST = "\uFFFD";
/** Precomposed Western European letters with punctuation, all in one face and left to right: most text, so script detection is skipped. */
const PLAIN = /^[\x20-\x7e\xa1-\xac\xae-\xff\u2010-\u2022\u2026]*$/;
const NOTO_ASCENT = 1.069;
const NOTO_DESCENT = 0.293;

const segmenter = new Intl.Segmenter("und", { granularity: "grapheme" });

/** Composed form, white space as plain spaces, split into grapheme clusters. */
export function graphemes(text: string): string[] {
  const plain = text.normalize("NFC").replace(/\s/gu, " ");
  return Array.from(segmenter.segment(plain), (part) => part.segment);
}

/** The characters that no face can draw, each once, in order of appearance. */
export function undrawable(text: string): string[] {
  // A letter that the chosen family lacks is drawn in this one.
  if (plainFace(text, "sans")) return [];
  const choice = choiceOf(text, "sans");
  const clusters = [...new Set(graphemes(text))];
  const faceless = clusters.filter((cluster) => cluster.includes(LOST) || faceFor(cluster, choice, null) === null);
  return faceless.length > 0 || canBeShaped(text) ? faceless : withoutShape(clusters);
}

/** Those that cannot be drawn alone; all, when it is their company that cannot. */
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
 * Chooses faces, shapes (ligatures, joining forms, marks) and puts runs in visual order.
 * @throws PdfError `glyph_missing` when a character has no glyph in any face
 */
export function shapeText(text: string, font: FieldFont = "sans"): ShapedText {
  const shaped: ShapedText = { glyphs: [], widthEm: 0, ascentEm: NOTO_ASCENT, descentEm: NOTO_DESCENT };
  for (const run of faceRuns(text, font)) placeRun(run, shaped);
  return shaped;
}

/** Letters that stand side by side, one glyph each. */
const SIMPLE =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Common}\p{Script=Inherited}]*$/u;

/** The glyphs of one face in one direction. fontkit shapes what is simple, so that most processes never load HarfBuzz. */
export function layOut(font: Font, text: string, direction: Direction): LaidOut {
  return SIMPLE.test(text)
    ? font.layout(text, undefined, undefined, undefined, direction)
    : shapeByHarfBuzz(font, text, direction);
}

/**
 * The runs of a text in the order in which they stand from left to right.
 * @throws PdfError `glyph_missing` when a character has no glyph in any face
 */
export function faceRuns(text: string, font: FieldFont = "sans"): FaceRun[] {
  const plain = plainFace(text, font);
  if (plain) return [{ clusters: [text], level: 0, font: plain }];
  const choice = choiceOf(text, font);
  // Ordered before it is split: signs that only keep neighbours apart, such as the end of an isolate, have no face.
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

/** A face that has every character of the cluster; the face of the run so far when it will do, so that words stay whole. */
function faceFor(cluster: string, wanted: FaceChoice, current: Font | null): { font: Font; drawn: string } | null {
  // A control character is invisible, yet some faces have a glyph for it.
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

/** The face that draws the whole of a plain text; null for any other text. */
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

/** Keeps the invisible shaping characters that a face supports (a zero-width joiner changes Devanagari) and drops the others. */
function drawable(font: Font, cluster: string): string {
  return cluster.replace(INVISIBLE, (mark) => (hasAll(font, mark) ? mark : ""));
}

/** A Chinese subset holds some 200 characters, so that one name may touch several; a face in memory is about 1 MB. */
const MAX_OPEN = 24;
const REGULAR = 400;

const open = new RecentlyUsed<string, Font>(MAX_OPEN);
const require = createRequire(import.meta.url);

/** Opens a face on first use and caches the most recent ones. Reads only files of our own pinned packages. */
export function openFace(file: FaceFile): Font {
  const known = open.get(file.path);
  if (known) return known;
  // Required here, not imported: it is 15 MB of a thread's memory, and few uploads need a text drawn.
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
/** Internals of a WOFF2 font in fontkit 2.0.4; the package is pinned and a test compares the drawn weight. */
interface FontInternals {
  variationCoords: number[] | null;
  _variationProcessor: { transformPoints(glyphId: number, points: Point[]): void } | null;
  _getBaseGlyph(glyphId: number, codePoints?: number[]): DecodedGlyph;
  _glyphs: Record<number, DecodedGlyph>;
  hmtx: { metrics: { length: number; get(index: number): { advance: number } } };
}

/**
 * Sets the `wght` axis of a variable face read from WOFF2.
 *
 * fontkit moves the points of a variable glyph (OpenType `gvar`) only when it decodes plain TrueType; for the
 * transformed glyphs of a WOFF2 file it forgets to, and would draw the default instance, which for the CJK faces
 * is hairline thin. The static packages of the same faces take 212 MB instead of 15.
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
