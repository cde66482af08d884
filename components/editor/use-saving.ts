import { useCallback, useEffect, useRef, useState } from "react";
import type { ApiProblem } from "@/components/api/api-problem";
import { hasSameContent, type EditorElement, type StoredElement } from "./editor-element";
import { elementRequests, readElements } from "./element-requests";
import { SaveQueue, type SaveState } from "./save-queue";

export interface Saving {
  state: SaveState<ApiProblem>;
  retry: () => void;
  /** Sends what waits; true when all is stored. */
  flush: () => Promise<boolean>;
}

interface SavingParts {
  fileUuid: string;
  /** As the page was made; it counts at the first call only. */
  stored: readonly StoredElement[];
  elements: readonly EditorElement[];
  /** Nothing was changed yet. */
  isUntouched: boolean;
  /** The page was older than the server's boxes: these count. */
  onFresh: (elements: readonly EditorElement[]) => void;
}

/** Keeps the server's boxes like these. */
export function useSaving({ fileUuid, stored, elements, isUntouched, onFresh }: SavingParts): Saving {
  const [state, setState] = useState<SaveState<ApiProblem>>({ kind: "saved", at: null });
  const [queue] = useState(() => new SaveQueue<ApiProblem>(stored, elementRequests(fileUuid), setState));
  useEffect(() => queue.want(elements), [queue, elements]);
  useEffect(() => sendOnLeaving(queue), [queue]);
  useEffect(() => {
    if (state.kind === "failed") return warnBeforeUnload();
    return state.kind === "saving" ? warnWhenSlow() : undefined;
  }, [state.kind]);
  const untouched = useRef(isUntouched);
  useEffect(() => {
    untouched.current = isUntouched;
  }, [isUntouched]);
  useEffect(() => {
    // A page from the history, or one asked for while the last change was on its way, shows boxes that are no more.
    readElements(fileUuid).then((fresh) => {
      if (!untouched.current || isSame(fresh, stored)) return;
      queue.load(fresh);
      onFresh(fresh.map(({ element }) => element));
    }).catch(() => undefined);
  }, [fileUuid, stored, queue, onFresh]);
  const retry = useCallback(() => queue.sendNow(), [queue]);
  const flush = useCallback(() => queue.flush(), [queue]);
  return { state, retry, flush };
}

function isSame(fresh: readonly StoredElement[], stored: readonly StoredElement[]): boolean {
  return fresh.length === stored.length && fresh.every(({ id, element }, index) => stored[index]?.id === id && hasSameContent(stored[index].element, element));
}

function sendOnLeaving(queue: SaveQueue<ApiProblem>): () => void {
  const leave = () => queue.leave();
  const online = () => queue.sendNow();
  const hidden = () => { if (document.visibilityState === "hidden") queue.leave(); };
  // Before the next page is asked for: it may be this one again.
  window.addEventListener("beforeunload", leave);
  window.addEventListener("pagehide", leave);
  window.addEventListener("online", online);
  document.addEventListener("visibilitychange", hidden);
  return () => {
    window.removeEventListener("beforeunload", leave);
    window.removeEventListener("pagehide", leave);
    window.removeEventListener("online", online);
    document.removeEventListener("visibilitychange", hidden);
    queue.leave();
  };
}

/** What is sent on leaving arrives by itself, unless the server is slow to take it. */
const slowMs = 3000;

function warnWhenSlow(): () => void {
  let stop: (() => void) | null = null;
  const timer = setTimeout(() => { stop = warnBeforeUnload(); }, slowMs);
  return () => {
    clearTimeout(timer);
    stop?.();
  };
}

function warnBeforeUnload(): () => void {
  const warn = (event: BeforeUnloadEvent) => event.preventDefault();
  window.addEventListener("beforeunload", warn);
  return () => window.removeEventListener("beforeunload", warn);
}
