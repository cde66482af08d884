import type { Area } from "../judges/picture";

/** A signed file, the same with the attack in it, and how to make it again. */
export interface Mutant {
  group: string;
  /** What was done, in words. */
  name: string;
  /** Restricts a run to this mutant: `--only=`. */
  id: string;
  honest: Buffer;
  mutated: Buffer;
  /** For an honest change: it must stay green. */
  isHonest?: boolean;
  /** Where an honest change may show, in pixels of page 1 at 72 dots an inch. */
  mayChange?: readonly Area[];
  /** Green only with a warning that names page 1. */
  mustWarn?: boolean;
}

/** Made when its turn comes; throws NotApplicable or PdfError where upload, signing or the attack itself is not possible. */
export interface PlannedMutant {
  id: string;
  group: string;
  name: string;
  make(): Promise<Mutant>;
}
