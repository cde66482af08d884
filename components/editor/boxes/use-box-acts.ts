import { useMemo } from "react";
import type { BoxActs } from "@/components/editor/editor-context";
import { boxActs, type BoxActParts } from "./box-acts";

/** The acts on boxes. All parts must be stable, and so is the answer. */
export function useBoxActs({
  run,
  selecting,
  now,
  keep,
  newKey,
  guides,
  focusPages,
  focusInspector,
  words,
}: BoxActParts): BoxActs {
  return useMemo(
    () => boxActs({ run, selecting, now, keep, newKey, guides, focusPages, focusInspector, words }),
    [run, selecting, now, keep, newKey, guides, focusPages, focusInspector, words],
  );
}
