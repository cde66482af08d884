"use client";

import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import { Button } from "./button";

interface SaveBarProps {
  label: string;
  isUnsaved: boolean;
  isBusy: boolean;
}

/** The one Save of a form. While something is unsaved, it stays in sight at the lower edge of the window and says so. */
export function SaveBar({ label, isUnsaved, isBusy }: SaveBarProps) {
  const t = useTranslations("shell");
  return (
    <div
      data-bottom-bar={isUnsaved || undefined}
      className={clsx(
        "flex flex-wrap items-center gap-x-4 gap-y-2 border-t py-3",
        isUnsaved ? "sticky bottom-0 z-10 border-hairline bg-canvas" : "border-transparent",
      )}
    >
      <Button type="submit" variant="primary" busy={isBusy}>
        {label}
      </Button>
      {isUnsaved && <p className="text-ui text-muted">{t("unsaved")}</p>}
    </div>
  );
}
