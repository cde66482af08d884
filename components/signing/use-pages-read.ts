import { useCallback, useEffect, useRef, useState, type RefObject } from "react";
import { asProblem } from "@/components/api/api-problem";
import { callApi } from "@/components/api/call";
import type { DocumentPagesHandle } from "@/components/pages/document-pages";
import type { LinkDocument, SeenPages } from "@/lib/signing/schema";
import type { Entry } from "./use-entry";

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
  /** As the server knows. */
  before: readonly number[];
  entry: Entry;
  onDone: () => void;
}

/**
 * Reports the pages that were on screen: half of the page, or half of the window for a page that is larger. With the last one the viewer is
 * done. A failed report is sent again with the next page.
 */
export function usePagesRead({ u, preparation, pages, count, before, entry, onDone }: Options): PagesRead {
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
