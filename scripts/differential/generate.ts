import fc from "fast-check";
import { crossReferenceFamilies } from "./families/cross-references";
import { drawingFamilies } from "./families/drawing";
import { fontFamilies } from "./families/fonts";
import { interactiveFamilies } from "./families/interactive";
import { packedFamilies } from "./families/packed";
import { pageFamilies } from "./families/pages";
import { paintingFamilies } from "./families/painting";
import { revisionFamilies } from "./families/revisions";
import { streamFamilies } from "./families/streams";
import { syntaxFamilies } from "./families/syntax";
import type { Family } from "./family";

export const families: readonly Family[] = [
  ...crossReferenceFamilies,
  ...revisionFamilies,
  ...streamFamilies,
  ...syntaxFamilies,
  ...pageFamilies,
  ...paintingFamilies,
  ...fontFamilies,
  ...interactiveFamilies,
  ...packedFamilies,
  ...drawingFamilies,
];

export interface GeneratedFile {
  /** Restricts a run to this file: `--only=`. */
  id: string;
  family: string;
  construct: string;
  isTextCompared: boolean;
  bytes: Buffer;
}

const fewestOfAFamily = 12;

/** At least twelve files of every family, each construct once or more with other drawn values; the same for the same seed. */
export function* generate(seed: number): Generator<GeneratedFile> {
  for (const [place, { name: family, constructs, isTextCompared = true }] of families.entries()) {
    const count = Math.max(fewestOfAFamily, constructs.length);
    for (let index = 0; index < count; index += 1) {
      const [construct, make] = constructs[index % constructs.length] ?? ["", () => Buffer.alloc(0)];
      const [draw] = fc.sample(fc.gen(), { seed: seed + place * 1000 + index, numRuns: 1 });
      if (draw) {
        yield { id: `${family}:${index}`, family, construct, isTextCompared, bytes: make(draw) };
      }
    }
  }
}
