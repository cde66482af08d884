import { useEffect, useState } from "react";
import type { EditorElement } from "./editor-element";
import { findOverlaps, type Overlap } from "./find-overlaps";

/** While somebody is moving a box, a warning that comes and goes would only disturb. */
const pauseMs = 800;

export function useOverlaps(elements: readonly EditorElement[]): readonly Overlap[] {
  const [overlaps, setOverlaps] = useState<readonly Overlap[]>([]);
  useEffect(() => {
    const timer = setTimeout(() => setOverlaps(findOverlaps(elements)), pauseMs);
    return () => clearTimeout(timer);
  }, [elements]);
  return overlaps;
}
