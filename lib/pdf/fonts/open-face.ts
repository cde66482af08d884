import { readFileSync } from "node:fs";
import * as fontkit from "fontkit";
import type { Font } from "fontkit";
import type { FaceFile } from "./face-catalogue";
import { setWeight } from "./variable-weight";

/** A Chinese subset holds some 200 characters, so that one name may touch several; a face in memory is about 1 MB. */
const MAX_OPEN = 24;
const REGULAR = 400;

const open = new Map<string, Font>();

/** Opens a face on first use and keeps the ones used last. Reads only files of our own pinned packages. */
export function openFace(file: FaceFile): Font {
  const known = open.get(file.path);
  if (known) {
    open.delete(file.path);
    open.set(file.path, known);
    return known;
  }
  const font = fontkit.create(readFileSync(file.path));
  if ("fonts" in font) throw new Error(`${file.path} is a collection, not a face`);
  if (file.variable) setWeight(font, REGULAR);
  for (const oldest of open.keys()) {
    if (open.size < MAX_OPEN) break;
    open.delete(oldest);
  }
  open.set(file.path, font);
  return font;
}
