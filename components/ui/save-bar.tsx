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

/**
 * The Save button of a form. While there are unsaved changes, it stays visible at the bottom of the window with a note.
 */
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

/**
 * Asks for confirmation before leaving with unsaved changes: on closing the tab and on following a link within the app.
 */
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
    // Runs before React, whose links navigate without a page load.
    document.addEventListener("click", follow, true);
    return () => {
      window.removeEventListener("beforeunload", close);
      document.removeEventListener("click", follow, true);
    };
  }, [isUnsaved, question]);
}

/**
 * Whether a click replaces this page: not one that opens another tab, downloads, or leads to a place on the same
 * page. For other origins the browser itself asks.
 */
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
