import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type * as Fontkit from "fontkit";
import type { Font } from "fontkit";
import { RecentlyUsed } from "@/lib/platform/recently-used";
import type { FaceFile } from "./face-catalogue";
import { setWeight } from "./variable-weight";

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
