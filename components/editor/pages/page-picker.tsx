"use client";

import { ChevronDown, ChevronUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { IconButton } from "@/components/ui/icon-button";

interface PagePickerProps {
  page: number;
  total: number;
  onPage: (page: number) => void;
}

/** Which page is seen, and a way to another: a number and Enter, or one by one. */
export function PagePicker({ page, total, onPage }: PagePickerProps) {
  const t = useTranslations("editor.page");
  const [draft, setDraft] = useState<string | null>(null);
  function go(): void {
    if (draft === null) return;
    setDraft(null);
    const wanted = Math.round(Number(draft));
    if (draft.trim() !== "" && Number.isFinite(wanted)) onPage(Math.min(total, Math.max(1, wanted)));
  }
  return (
    <div className="flex items-center gap-1 text-ui">
      <IconButton
        className="max-sm:hidden"
        label={t("previous")}
        icon={<ChevronUp />}
        aria-disabled={page <= 1 || undefined}
        onClick={() => {
          if (page > 1) onPage(page - 1);
        }}
      />
      <input
        aria-label={t("label")}
        inputMode="numeric"
        autoComplete="off"
        value={draft ?? String(page)}
        className="h-8 w-11 max-sm:w-10 rounded-control border border-control bg-surface px-1 text-center tabular-nums max-sm:text-reading"
        onFocus={(event) => event.target.select()}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={go}
        onKeyDown={(event) => {
          if (event.key === "Enter") go();
          if (event.key === "Escape") setDraft(null);
        }}
      />
      <span className="whitespace-nowrap text-muted">{t("of", { total })}</span>
      <IconButton
        className="max-sm:hidden"
        label={t("next")}
        icon={<ChevronDown />}
        aria-disabled={page >= total || undefined}
        onClick={() => {
          if (page < total) onPage(page + 1);
        }}
      />
    </div>
  );
}
