import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import type { EditorElement } from "@/components/editor/editor-element";
import { findOverlaps, type Overlap } from "@/components/editor/layout/find-overlaps";
import { useAnnounce } from "@/components/ui/live-region";

/** While somebody is moving a box, a warning that comes and goes would only disturb. */
const pauseMs = 800;

/** The overlaps after a pause; a new one is said. */
export function useOverlaps(elements: readonly EditorElement[]): readonly Overlap[] {
  const t = useTranslations("editor.overlap");
  const announce = useAnnounce();
  const [overlaps, setOverlaps] = useState<readonly Overlap[]>([]);
  const count = useRef(0);
  useEffect(() => {
    const timer = setTimeout(() => {
      const found = findOverlaps(elements);
      if (found.length > count.current) announce(t("said", { count: found.length }));
      count.current = found.length;
      setOverlaps((before) => (before.length === 0 && found.length === 0 ? before : found));
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [elements, announce, t]);
  return overlaps;
}
