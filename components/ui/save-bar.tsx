"use client";

import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
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

/** While something is unsaved, leaving asks first: closing the tab, and following a link within the app. */
export function useUnsaved(isUnsaved: boolean): void {
  const question = useTranslations("shell")("leaveUnsaved");
  useEffect(() => {
    if (!isUnsaved) return;
    const close = (event: BeforeUnloadEvent) => event.preventDefault();
    const follow = (event: MouseEvent) => {
      if (leavesPage(event) && !window.confirm(question)) {
        event.preventDefault();
        event.stopPropagation();
      }
    };
    window.addEventListener("beforeunload", close);
    // Before React, whose links navigate without a load.
    document.addEventListener("click", follow, true);
    return () => {
      window.removeEventListener("beforeunload", close);
      document.removeEventListener("click", follow, true);
    };
  }, [isUnsaved, question]);
}

/** Whether a click replaces this page: not in another tab, not a download, not a place on the page itself. Loads of other origins are asked about by the browser. */
function leavesPage(event: MouseEvent): boolean {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false;
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
  if (!link || link.hasAttribute("download") || (link.target !== "" && link.target !== "_self")) return false;
  const to = new URL(link.href, window.location.href);
  return (
    to.origin === window.location.origin &&
    to.pathname + to.search !== window.location.pathname + window.location.search
  );
}
