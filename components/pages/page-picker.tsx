"use client";

import { ChevronDown, ChevronUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState, type KeyboardEvent } from "react";
import { IconButton } from "@/components/ui/icon-button";

export interface PagePickerProps {
  page: number;
  total: number;
  onGo: (page: number) => void;
}

/** "Page [ 3 ] of 12", with the page before and the page after. */
export function PagePicker({ page, total, onGo }: PagePickerProps) {
  const t = useTranslations("shell.pages");
  const ids = useId();
  /** What is being typed; null while the box only tells the page. */
  const [typed, setTyped] = useState<string | null>(null);
  const go = (wanted: number): void => {
    setTyped(null);
    const next = Math.min(total, Math.max(1, wanted));
    if (next !== page) onGo(next);
  };
  const commit = (): void => {
    const wanted = Number.parseInt(typed ?? "", 10);
    if (Number.isNaN(wanted)) setTyped(null);
    else go(wanted);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === "Enter") commit();
    if (event.key === "Escape") setTyped(null);
  };
  return (
    <div className="flex items-center gap-1 text-ui whitespace-nowrap">
      <IconButton label={t("previous")} icon={<ChevronUp />} aria-disabled={page <= 1} onClick={() => go(page - 1)} />
      <IconButton label={t("next")} icon={<ChevronDown />} aria-disabled={page >= total} onClick={() => go(page + 1)} />
      <label htmlFor={ids} className="ms-1 text-muted">{t("picker")}</label>
      <input
        id={ids}
        inputMode="numeric"
        autoComplete="off"
        aria-describedby={`${ids}-total`}
        className="h-8 w-12 rounded-control border border-control bg-surface px-1 text-center tabular-nums"
        value={typed ?? String(page)}
        onChange={(event) => setTyped(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={commit}
        onKeyDown={onKeyDown}
      />
      <span id={`${ids}-total`} className="text-muted tabular-nums">{t("of", { total })}</span>
    </div>
  );
}
