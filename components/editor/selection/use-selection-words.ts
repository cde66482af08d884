import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { useAnnounce } from "@/components/ui/live-region";

/** Says how many boxes are selected, when they are or were several; of a single one the focus tells everything. */
export function useSelectionWords(count: number): void {
  const t = useTranslations("editor.said");
  const announce = useAnnounce();
  const before = useRef(count);
  useEffect(() => {
    const last = before.current;
    before.current = count;
    if (count !== last && (count > 1 || last > 1)) announce(t("selected", { count }));
  }, [count, announce, t]);
}
