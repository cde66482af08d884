"use client";

import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import { memo, useEffect, useRef, type KeyboardEvent, type MouseEvent } from "react";
import { fileAt, pageImageUrl, thumbnailWidth, type PageBox, type PageFile, type PageSource } from "./page-source";
import { useVisiblePages } from "./use-visible-pages";

export interface ThumbnailsProps {
  source: PageSource;
  pages: readonly PageBox[];
  /** The files of an envelope; each starts with its name. */
  files?: readonly PageFile[];
  /** The current page. */
  page: number;
  onGo: (page: number) => void;
  /** Number of fields per page, if shown. */
  marks?: ReadonlyMap<number, number>;
}

const noFiles: readonly PageFile[] = [];

/** Limit of pictures at a time, however long the document is. */
const most = 24;

/** A column of thumbnails: one tab stop, arrow keys inside. Scrolls on its own and needs a height. */
export function Thumbnails({ source, pages, files = noFiles, page, onGo, marks }: ThumbnailsProps) {
  const t = useTranslations("shell.pages");
  const rail = useRef<HTMLElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const { near } = useVisiblePages(list, { count: pages.length, beside: 3, most });
  useEffect(() => keepInSight(rail.current, list.current?.children[page - 1]), [page]);
  return (
    <nav ref={rail} aria-label={t("thumbnails")} className="h-full overflow-y-auto overscroll-contain p-3">
      <ol
        ref={list}
        className="grid gap-2"
        onKeyDown={moveFocus}
        onClick={(event) => {
          const wanted = pageOf(event);
          if (wanted) onGo(wanted);
        }}
      >
        {pages.map((entry) => (
          <Thumbnail
            key={entry.page}
            source={source}
            entry={entry}
            fileName={nameAtFirstPage(files, entry.page)}
            isCurrent={entry.page === page}
            isNear={near.has(entry.page)}
            fields={marks?.get(entry.page) ?? null}
          />
        ))}
      </ol>
    </nav>
  );
}

/** The name of the file that starts with this page. */
function nameAtFirstPage(files: readonly PageFile[], page: number): string | null {
  const file = fileAt(files, page)?.file;
  return file?.firstPage === page ? file.name : null;
}

interface ThumbnailProps {
  source: PageSource;
  entry: PageBox;
  fileName: string | null;
  isCurrent: boolean;
  /** Near enough to need a picture. */
  isNear: boolean;
  fields: number | null;
}

/** The page whose thumbnail was pressed. */
function pageOf({ target }: MouseEvent): number | null {
  const button = target instanceof Element ? target.closest<HTMLElement>("[data-go]") : null;
  return button ? Number(button.dataset["go"]) : null;
}

/** Memoised, because there may be five hundred. */
const Thumbnail = memo(function Thumbnail({
  source,
  entry: { page, width, height },
  fileName,
  isCurrent,
  isNear,
  fields,
}: ThumbnailProps) {
  const t = useTranslations("shell.pages");
  return (
    <li>
      {fileName !== null && (
        <p className="truncate px-1 pt-1 pb-2 text-caption font-semibold" title={fileName}>
          <bdi>{fileName}</bdi>
        </p>
      )}
      <button
        type="button"
        aria-label={fields === null ? t("goTo", { page }) : t("goToMarked", { page, count: fields })}
        aria-current={isCurrent ? "page" : undefined}
        tabIndex={isCurrent ? 0 : -1}
        data-go={page}
        className={clsx(
          "grid w-full justify-items-center gap-1 rounded-control p-2 text-caption",
          isCurrent ? "bg-primary-tint font-medium text-on-primary-tint" : "text-muted hover:bg-primary-tint",
        )}
      >
        <span
          className={clsx(
            "relative block w-20 bg-paper",
            isCurrent ? "outline-2 outline-primary" : "outline-1 outline-hairline",
          )}
          style={{ aspectRatio: `${width} / ${height}` }}
        >
          {isNear && (
            <img
              src={pageImageUrl(source, page, thumbnailWidth)}
              alt=""
              loading="lazy"
              decoding="async"
              draggable={false}
              className="absolute inset-0 size-full"
              onError={(event) => {
                event.currentTarget.hidden = true;
              }}
            />
          )}
          {fields !== null && (
            <span
              aria-hidden
              className="absolute -end-2 -top-2 min-w-5 rounded-full bg-primary px-1.5 text-center leading-5 font-semibold text-on-primary tabular-nums"
            >
              {fields}
            </span>
          )}
        </span>
        <span className="tabular-nums">{page}</span>
      </button>
    </li>
  );
});

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

/** Margin above and below, so that the next thumbnail's edge shows. */
const edgePx = 24;

/** Scrolls only the rail; `scrollIntoView` would scroll its ancestors as well. */
function keepInSight(rail: HTMLElement | null, item: Element | undefined): void {
  if (!rail || !item) return;
  const [outer, inner] = [rail.getBoundingClientRect(), item.getBoundingClientRect()];
  if (inner.top < outer.top + edgePx) rail.scrollTop -= outer.top + edgePx - inner.top;
  else if (inner.bottom > outer.bottom - edgePx) rail.scrollTop += inner.bottom - outer.bottom + edgePx;
}
