"use client";

import { useTranslations } from "next-intl";
import { useCallback, useEffect, useMemo, useRef, useState, type RefObject } from "react";
import { asProblem, callApi } from "@/components/api/call";
import { DocumentPages, type DocumentPagesHandle } from "@/components/pages/document-pages";
import { useReading } from "@/components/pages/zoom-control";
import { usePageFiles } from "@/components/signing/files/page-files";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { LinkDocument, SeenPages } from "@/lib/signing/schema";
import { SenderMessage, type AboutDocument } from "./link/about-document";
import {
  useEntry,
  useOtherTabs,
  useRefreshAllTabs,
  useViewed,
  type Entry,
  type SigningState,
} from "./link/link-session";
import { SigningBar } from "./signing-bar";

interface ReadingPageProps {
  page: SigningState;
  u: string;
  /** Findings in the uploaded file. */
  about: AboutDocument | null;
}

/** The document for a viewer, who is done when every page was on screen. */
export function ReadingPage({ page, u, about }: ReadingPageProps) {
  const t = useTranslations("signing");
  const { document, signer } = page;
  const count = document.pages.length;
  const pages = useRef<DocumentPagesHandle>(null);
  const source = useMemo(() => ({ kind: "link" as const, u }), [u]);
  const { zoom, setZoom, stepZoom, visiblePage, setVisiblePage } = useReading(pages);
  const entry = useEntry(page, u);
  const onDone = useRefreshAllTabs(u);
  // The server's list at the start of this visit, because a refresh must not restart the observation.
  const [before] = useState(signer.pagesSeen);
  const { read, hasFailed, report } = usePagesRead({
    u,
    preparation: document.preparation,
    pages,
    count,
    before,
    entry,
    onDone,
  });
  useViewed(u);
  useOtherTabs(u);
  const files = usePageFiles(document);
  const text = t("bar.pagesRead", { read: read.size, total: count });
  const unread = document.pages.find((one) => !read.has(one.page))?.page;
  return (
    <div data-full-width data-wide>
      <SigningBar
        name={document.name}
        u={u}
        files={files}
        role={document.role}
        text={text}
        left={count - read.size}
        total={count}
        optional={0}
        about={about}
        reading={{
          page: visiblePage,
          pages: count,
          zoom,
          onZoom: setZoom,
          onStep: stepZoom,
          onGo: (to) => pages.current?.scrollToPage(to),
        }}
        onDecline={() => undefined}
      />
      <div className="mx-auto grid max-w-360 gap-6 p-3 sm:px-6 sm:py-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <section aria-label={t("document.label")} className="min-w-0">
          <SenderMessage sender={document.sender.name} text={signer.note} className="mb-4" />
          <div className={zoom === "fit" ? undefined : "overflow-x-auto pb-3"}>
            <DocumentPages
              ref={pages}
              source={source}
              pages={document.pages}
              title={document.name}
              files={files}
              zoom={zoom}
              onVisiblePageChange={setVisiblePage}
            />
          </div>
        </section>
        <aside
          aria-label={t("panel.readingLabel")}
          className="flex flex-col gap-3 rounded-card border border-hairline bg-surface p-4 max-lg:order-first lg:sticky lg:top-20 lg:self-start"
        >
          <p className="text-ui text-muted">{t("panel.readingHint")}</p>
          {hasFailed && (
            <Notice
              tone="warning"
              role="alert"
              title={t("panel.readingFailed")}
              action={
                <Button size="signer" onClick={report}>
                  {t("panel.readingRetry")}
                </Button>
              }
            />
          )}
          {unread !== undefined && (
            <Button size="signer" onClick={() => pages.current?.scrollToPage(unread)}>
              {t("panel.nextUnread")}
            </Button>
          )}
        </aside>
      </div>
    </div>
  );
}

const half = 0.5;
/** Pages that come into sight together are reported together. */
const pauseMs = 400;

interface PagesRead {
  read: ReadonlySet<number>;
  /** The last report failed. */
  hasFailed: boolean;
  report: () => void;
}

interface Options {
  u: string;
  /** The preparation that the page shows. */
  preparation: LinkDocument["preparation"];
  pages: RefObject<DocumentPagesHandle | null>;
  count: number;
  /** The pages that the server has recorded. */
  before: readonly number[];
  entry: Entry;
  onDone: () => void;
}

/**
 * Reports the pages that were on screen, by at least half of the page, or of the window for a larger page. After the
 * last one the viewer is done. A failed report is sent again with the next page.
 */
function usePagesRead({ u, preparation, pages, count, before, entry, onDone }: Options): PagesRead {
  const [read, setRead] = useState<ReadonlySet<number>>(() => new Set(before));
  const [hasFailed, setFailed] = useState(false);
  const unsent = useRef<ReadonlySet<number>>(new Set());
  const isOver = useRef(false);
  const timer = useRef(0);

  const send = useCallback(async () => {
    const sent = [...unsent.current];
    if (sent.length === 0 || isOver.current) return;
    unsent.current = new Set();
    try {
      await entry.enter();
      const { data } = await callApi<{ data: SeenPages }>("POST", `/sign/uuid/${u}/seen`, {
        json: { pages: sent, preparation },
      });
      setFailed(false);
      if (!data.isDone) return;
      isOver.current = true;
      onDone();
    } catch (error) {
      // The pages on screen are those of an earlier preparation.
      if (asProblem(error).code === "race_lost") return window.location.reload();
      unsent.current = new Set([...sent, ...unsent.current]);
      setFailed(true);
    }
  }, [u, preparation, entry, onDone]);

  useEffect(() => {
    const known = new Set(before);
    const note = (page: number) => {
      if (known.has(page)) return;
      known.add(page);
      unsent.current = new Set([...unsent.current, page]);
      setRead(new Set(known));
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(() => void send(), pauseMs);
    };
    const observer = new IntersectionObserver(
      (entries) => {
        if (document.visibilityState !== "visible") return;
        for (const { target, isIntersecting, intersectionRatio, intersectionRect, rootBounds } of entries) {
          const isHalfOfWindow = intersectionRect.height >= (rootBounds?.height ?? window.innerHeight) * half;
          if (isIntersecting && (intersectionRatio >= half || isHalfOfWindow)) note(numbers.get(target) ?? 0);
        }
      },
      { threshold: Array.from({ length: 11 }, (_, index) => index / 10) },
    );
    const numbers = new Map<Element, number>();
    for (let page = 1; page <= count; page++) {
      const element = pages.current?.pageElement(page);
      if (!element) continue;
      numbers.set(element, page);
      observer.observe(element);
    }
    return () => {
      observer.disconnect();
      window.clearTimeout(timer.current);
    };
  }, [pages, count, before, send]);

  return { read, hasFailed, report: () => void send() };
}
