import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import type { EditorElement } from "@/components/editor/editor-element";
import { useAnnounce } from "@/components/ui/live-region";
import { sayPoints } from "./use-box-words";

/** A burst of moves is said once, when it is over. */
const pauseMs = 500;

/** Says where the selected boxes are now, politely, whenever they were moved or resized: of several, how many, and where the last selected one is. */
export function useMoveWords(selected: readonly EditorElement[]): void {
  const t = useTranslations("editor.said");
  const announce = useAnnounce();
  const before = useRef<readonly EditorElement[]>([]);
  useEffect(() => {
    const last = before.current;
    const named = selected.at(-1);
    const was = last.find(({ key }) => key === named?.key);
    if (!named || !was || selected.length !== last.length) {
      before.current = selected;
      return;
    }
    if (
      selected.every(({ key, box, page }) =>
        last.some((other) => other.key === key && other.box === box && other.page === page),
      )
    )
      return;
    const timer = setTimeout(() => {
      before.current = selected;
      const { leftPt, topPt, widthPt, heightPt } = named.box;
      const place = { count: selected.length, page: named.page, left: sayPoints(leftPt), top: sayPoints(topPt) };
      const isResized = was.box.widthPt !== widthPt || was.box.heightPt !== heightPt;
      if (was.page !== named.page) announce(t("turned", place));
      else if (isResized)
        announce(t("resized", { count: selected.length, width: sayPoints(widthPt), height: sayPoints(heightPt) }));
      else if (selected.length === 1 || was.box.leftPt !== leftPt || was.box.topPt !== topPt)
        announce(t("moved", place));
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [selected, announce, t]);
}
