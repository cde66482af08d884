import type { Font, Glyph } from "fontkit";
import { PdfError } from "@/lib/pdf/errors";
import { facesFor, hanPreference } from "./face-catalogue";
import { openFace } from "./open-face";
import { directedRuns, visualOrder, type DirectedRun } from "./text-direction";

/** A glyph and where it stands, in ems from the left end of the baseline. */
export interface PlacedGlyph {
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
interface FaceRun extends DirectedRun {
  font: Font;
}

/** Joiners, direction marks and variation selectors shape their neighbours; alone they draw nothing. */
const INVISIBLE = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFE00-\uFE0F\uFEFF]/gu;
const NOTO_ASCENT = 1.069;
const NOTO_DESCENT = 0.293;

const segmenter = new Intl.Segmenter("und", { granularity: "grapheme" });

/** Composed form, white space as plain spaces, split into what a reader takes for one character each. */
function graphemes(text: string): string[] {
  const plain = text.normalize("NFC").replace(/\s/gu, " ");
  return Array.from(segmenter.segment(plain), (part) => part.segment);
}

/** The characters that no face can draw, each once, in order of appearance. */
export function undrawable(text: string): string[] {
  const han = hanPreference(text);
  return [...new Set(graphemes(text).filter((cluster) => faceFor(cluster, han, null) === null))];
}

/**
 * Chooses faces, shapes (ligatures, joining forms, marks) and puts runs in visual order.
 * @throws PdfError `glyph_missing` when a character has no glyph in any face
 */
export function shapeText(text: string): ShapedText {
  const han = hanPreference(text);
  const runs = directedRuns(graphemes(text)).flatMap((run) => splitByFace(run, han));
  const shaped: ShapedText = { glyphs: [], widthEm: 0, ascentEm: NOTO_ASCENT, descentEm: NOTO_DESCENT };
  for (const run of visualOrder(runs)) placeRun(run, shaped);
  return shaped;
}

function placeRun(run: FaceRun, shaped: ShapedText): void {
  const { font } = run;
  const text = run.clusters.join("");
  const laidOut = font.layout(text, undefined, undefined, undefined, run.level % 2 === 1 ? "rtl" : "ltr");
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

function splitByFace(run: DirectedRun, han: ReturnType<typeof hanPreference>): FaceRun[] {
  const runs: FaceRun[] = [];
  for (const cluster of run.clusters) {
    const last = runs.at(-1);
    const choice = faceFor(cluster, han, last?.font ?? null);
    if (choice === null) throw new PdfError("glyph_missing", cluster);
    if (choice.drawn === "") continue;
    if (last?.font === choice.font) last.clusters.push(choice.drawn);
    else runs.push({ clusters: [choice.drawn], level: run.level, font: choice.font });
  }
  return runs;
}

/** A face that has every character of the cluster; the face of the run so far when it will do, so that words stay whole. */
function faceFor(cluster: string, han: ReturnType<typeof hanPreference>, current: Font | null): { font: Font; drawn: string } | null {
  const visible = cluster.replace(INVISIBLE, "");
  if (visible === "") return current ? { font: current, drawn: "" } : { font: openFirst(" ", han), drawn: "" };
  if (current && hasAll(current, visible)) return { font: current, drawn: drawable(current, cluster) };
  const base = visible.codePointAt(0) ?? 0;
  for (const file of facesFor(base, han)) {
    const font = openFace(file);
    if (hasAll(font, visible)) return { font, drawn: drawable(font, cluster) };
  }
  return null;
}

function openFirst(character: string, han: ReturnType<typeof hanPreference>): Font {
  for (const file of facesFor(character.codePointAt(0) ?? 0, han)) return openFace(file);
  throw new PdfError("glyph_missing", character);
}

function hasAll(font: Font, text: string): boolean {
  return Array.from(text).every((character) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0));
}

/** Keeps the invisible shapers a face knows (a zero-width joiner changes Devanagari) and drops the others. */
function drawable(font: Font, cluster: string): string {
  return cluster.replace(INVISIBLE, (mark) => (hasAll(font, mark) ? mark : ""));
}
