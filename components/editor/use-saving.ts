import { useCallback, useEffect, useState } from "react";
import type { ApiProblem } from "@/components/api/api-problem";
import type { EditorElement } from "./editor-element";
import { elementRequests } from "./element-requests";
import { SaveQueue, type SaveState } from "./save-queue";

export interface StoredElement {
  id: number;
  element: EditorElement;
}

export interface Saving {
  state: SaveState<ApiProblem>;
  retry: () => void;
  /** Sends what waits; true when all is stored. */
  flush: () => Promise<boolean>;
}

/** Keeps the server's boxes like these. `stored` counts at the first call only. */
export function useSaving(fileUuid: string, stored: readonly StoredElement[], elements: readonly EditorElement[]): Saving {
  const [state, setState] = useState<SaveState<ApiProblem>>({ kind: "saved", at: null });
  const [queue] = useState(() => new SaveQueue<ApiProblem>(stored, elementRequests(fileUuid), setState));
  useEffect(() => queue.want(elements), [queue, elements]);
  useEffect(() => sendOnLeaving(queue), [queue]);
  useEffect(() => (state.kind === "saved" || state.kind === "closed" ? undefined : warnBeforeUnload()), [state.kind]);
  const retry = useCallback(() => queue.sendNow(), [queue]);
  const flush = useCallback(() => queue.flush(), [queue]);
  return { state, retry, flush };
}

function sendOnLeaving(queue: SaveQueue<ApiProblem>): () => void {
  const leave = () => queue.leave();
  const online = () => queue.sendNow();
  const hidden = () => { if (document.visibilityState === "hidden") queue.leave(); };
  window.addEventListener("pagehide", leave);
  window.addEventListener("online", online);
  document.addEventListener("visibilitychange", hidden);
  return () => {
    window.removeEventListener("pagehide", leave);
    window.removeEventListener("online", online);
    document.removeEventListener("visibilitychange", hidden);
    queue.leave();
  };
}

function warnBeforeUnload(): () => void {
  const warn = (event: BeforeUnloadEvent) => event.preventDefault();
  window.addEventListener("beforeunload", warn);
  return () => window.removeEventListener("beforeunload", warn);
}
