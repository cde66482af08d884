"use client";

import { ArrowLeft, Keyboard } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";

interface TopBarProps {
  name: string;
  saveWords: ReactNode;
  /** Undo, pages, zoom. */
  tools: ReactNode;
  onBack: () => void;
  onHelp: () => void;
  /** Null when there is nothing to send. */
  onReview: (() => void) | null;
  isLeaving: boolean;
}

export function TopBar({ name, saveWords, tools, onBack, onHelp, onReview, isLeaving }: TopBarProps) {
  const t = useTranslations("editor");
  return (
    <div
      role="region"
      data-covers
      aria-label={t("regions.bar")}
      className="sticky top-0 z-20 flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-hairline bg-surface px-3 py-2 lg:static lg:flex-nowrap"
    >
      <div className="flex min-w-0 flex-1 items-center gap-2">
        <IconButton label={t("back")} icon={<ArrowLeft />} onClick={onBack} />
        <div className="min-w-0">
          <h1 className="truncate text-ui font-semibold" title={name}>
            <bdi>{name}</bdi>
          </h1>
          {saveWords}
        </div>
      </div>
      <div className="flex items-center gap-1 sm:gap-3 max-lg:order-last max-lg:w-full max-lg:justify-between">
        {tools}
        <IconButton className="max-lg:hidden" label={t("keyboard.button")} icon={<Keyboard />} onClick={onHelp} />
      </div>
      {onReview && (
        <Button variant="primary" busy={isLeaving} onClick={onReview}>
          {t("review")}
        </Button>
      )}
    </div>
  );
}
