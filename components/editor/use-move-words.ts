import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { useAnnounce } from "@/components/ui/live-region";
import type { EditorElement } from "./editor-element";
import { sayPoints } from "./use-box-words";

/** A burst of moves is said once, when it is over. */
const pauseMs = 500;

/** Says where the selected box is now, politely, whenever it was moved or resized. */
export function useMoveWords(selected: EditorElement | null): void {
  const t = useTranslations("editor.said");
  const announce = useAnnounce();
  const before = useRef<EditorElement | null>(null);
  useEffect(() => {
    const last = before.current;
    if (last?.key !== selected?.key || !selected || !last) {
      before.current = selected;
      return;
    }
    if (last.box === selected.box && last.page === selected.page) return;
    const timer = setTimeout(() => {
      before.current = selected;
      const { leftPt, topPt, widthPt, heightPt } = selected.box;
      const isResized = last.box.widthPt !== widthPt || last.box.heightPt !== heightPt;
      if (last.page !== selected.page) announce(t("turned", { page: selected.page, left: sayPoints(leftPt), top: sayPoints(topPt) }));
      else if (isResized) announce(t("resized", { width: sayPoints(widthPt), height: sayPoints(heightPt) }));
      else announce(t("moved", { left: sayPoints(leftPt), top: sayPoints(topPt) }));
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [selected, announce, t]);
}
