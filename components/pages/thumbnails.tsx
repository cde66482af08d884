"use client";

import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import { useEffect, useRef, type KeyboardEvent } from "react";
import { pageImageUrl, thumbnailWidth, type PageBox, type PageSource } from "./page-source";
import { useVisiblePages } from "./use-visible-pages";

export interface ThumbnailsProps {
  source: PageSource;
  pages: readonly PageBox[];
  /** The page that is read now. */
  page: number;
  onGo: (page: number) => void;
}

/** Pictures that are there at a time, however many pages the document has. */
const most = 24;

/** The pages as a column of small pictures: one stop for Tab, arrow keys inside. Scrolls by itself; give it a height. */
export function Thumbnails({ source, pages, page, onGo }: ThumbnailsProps) {
  const t = useTranslations("shell.pages");
  const rail = useRef<HTMLElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const { near } = useVisiblePages(list, { count: pages.length, beside: 3, most });
  useEffect(() => keepInSight(rail.current, list.current?.children[page - 1]), [page]);
  return (
    <nav ref={rail} aria-label={t("thumbnails")} className="h-full overflow-y-auto overscroll-contain p-3">
      <ol ref={list} className="grid gap-2" onKeyDown={moveFocus}>
        {pages.map(({ page: number, width, height }) => (
          <li key={number}>
            <button
              type="button"
              aria-label={t("goTo", { page: number })}
              aria-current={number === page ? "page" : undefined}
              tabIndex={number === page ? 0 : -1}
              onClick={() => onGo(number)}
              className={clsx("grid w-full justify-items-center gap-1 rounded-control p-2 text-caption", number === page ? "bg-primary-tint font-medium text-on-primary-tint" : "text-muted hover:bg-primary-tint")}
            >
              <span className="relative block w-24 bg-paper outline-1 outline-hairline" style={{ aspectRatio: `${width} / ${height}` }}>
                {near.has(number) && (
                  // eslint-disable-next-line @next/next/no-img-element -- Next's image service asks without the session, and keeps what it got.
                  <img src={pageImageUrl(source, number, thumbnailWidth)} alt="" loading="lazy" decoding="async" draggable={false} className="absolute inset-0 size-full" />
                )}
              </span>
              <span className="tabular-nums">{number}</span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

const steps: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  Home: () => 0,
  End: (_at, last) => last,
};

function moveFocus(event: KeyboardEvent<HTMLOListElement>): void {
  const step = steps[event.key];
  if (!step) return;
  event.preventDefault();
  const buttons = [...event.currentTarget.querySelectorAll("button")];
  const at = buttons.findIndex((button) => button === document.activeElement);
  buttons[Math.min(buttons.length - 1, Math.max(0, step(at, buttons.length - 1)))]?.focus();
}

/** Room that is left above or below, so that the next picture shows its edge. */
const edgePx = 24;

/** Moves the rail alone: `scrollIntoView` would move what is around it as well. */
function keepInSight(rail: HTMLElement | null, item: Element | undefined): void {
  if (!rail || !item) return;
  const [outer, inner] = [rail.getBoundingClientRect(), item.getBoundingClientRect()];
  if (inner.top < outer.top + edgePx) rail.scrollTop -= outer.top + edgePx - inner.top;
  else if (inner.bottom > outer.bottom - edgePx) rail.scrollTop += inner.bottom - outer.bottom + edgePx;
}
