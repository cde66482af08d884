import { useCallback, useEffect, useRef, useState } from "react";
import { asProblem, type ApiProblem } from "@/components/api/api-problem";
import { callTagged, type CallOptions, type Method, type TaggedAnswer } from "@/components/api/call";
import { fromStored, toBody, type EditorElement, type StoredElement } from "@/components/editor/editor-element";
import type { ElementWire } from "@/lib/documents/fields/schema";
import { isSameSet, type ConflictChoice } from "./merge-boxes";
import { SaveQueue } from "./save-queue";
import type { Attempt, SaveState, SaveTransport } from "./save-state";

export interface Saving {
  state: SaveState<ApiProblem>;
  retry: () => void;
  /** Sends what waits; true when all is stored. */
  flush: () => Promise<boolean>;
  /** Says what stays of what two people did at the same time; answers the boxes, or null where there is nothing to say. */
  resolve: (choice: ConflictChoice) => readonly EditorElement[] | null;
}

/** Of the notice that asks about a conflict: who wants to go on is led to it. */
export const conflictNoticeId = "editor-conflict";

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
  const [transport] = useState(() => elementRequests(fileUuid));
  const [queue] = useState(() => new SaveQueue<ApiProblem>(stored, transport, setState));
  useEffect(() => queue.want(elements), [queue, elements]);
  useEffect(() => sendOnLeaving(queue), [queue]);
  useEffect(() => {
    if (state.kind === "failed" || state.kind === "conflict") return warnBeforeUnload();
    return state.kind === "saving" ? warnWhenSlow() : undefined;
  }, [state.kind]);
  const untouched = useRef(isUntouched);
  useEffect(() => {
    untouched.current = isUntouched;
  }, [isUntouched]);
  useEffect(() => {
    // A page from the history, or one asked for while the last change was on its way, shows boxes that are no more.
    transport
      .read()
      .then((fresh) => {
        if (!untouched.current) return;
        queue.load(fresh);
        if (!isSameSet(fresh.boxes, stored)) onFresh(fresh.boxes.map(({ element }) => element));
      })
      .catch(() => undefined);
  }, [transport, stored, queue, onFresh]);
  const retry = useCallback(() => queue.sendNow(), [queue]);
  const flush = useCallback(async () => {
    const isStored = await queue.flush();
    if (!isStored) document.getElementById(conflictNoticeId)?.focus();
    return isStored;
  }, [queue]);
  const resolve = useCallback((choice: ConflictChoice) => queue.resolve(choice), [queue]);
  return { state, retry, flush, resolve };
}

function sendOnLeaving(queue: SaveQueue<ApiProblem>): () => void {
  const leave = () => queue.leave();
  const send = () => queue.sendNow();
  const hidden = () => {
    if (document.visibilityState === "hidden") queue.sendNow();
  };
  // Before the next page is asked for: it may be this one again.
  window.addEventListener("beforeunload", leave);
  window.addEventListener("pagehide", leave);
  window.addEventListener("online", send);
  document.addEventListener("visibilitychange", hidden);
  return () => {
    window.removeEventListener("beforeunload", leave);
    window.removeEventListener("pagehide", leave);
    window.removeEventListener("online", send);
    document.removeEventListener("visibilitychange", hidden);
    queue.leave();
  };
}

/** What is sent on leaving arrives by itself, unless the server is slow to take it. */
const slowMs = 3000;

function warnWhenSlow(): () => void {
  let stop: (() => void) | null = null;
  const timer = setTimeout(() => {
    stop = warnBeforeUnload();
  }, slowMs);
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

/** Boxes of a document through the public element operations. Requests outlive the page that sent them. */
function elementRequests(fileUuid: string): SaveTransport {
  const path = `/file/${fileUuid}/elements`;
  return {
    send: async (attempt) => {
      const { answer, tag } = await sendChange(path, attempt);
      return { id: "elementId" in answer ? answer.elementId : null, tag };
    },
    read: async () => {
      const { answer, tag } = await call<{ data: ElementWire[] }>("GET", path);
      return { boxes: answer.data.map(fromStored), tag };
    },
  };
}

function sendChange(
  path: string,
  { change, tag, idempotencyKey }: Attempt,
): Promise<TaggedAnswer<ElementWire | { message: string }>> {
  const headers = { "idempotency-key": idempotencyKey, ...(tag === null ? {} : { "if-match": tag }) };
  switch (change.kind) {
    case "create":
      return call("POST", path, { headers, json: toBody(change.element) });
    case "update":
      return call("PATCH", `${path}/${change.id}`, { headers, json: toBody(change.element) });
    case "remove":
      return call("DELETE", `${path}/${change.id}`, { headers });
  }
}

async function call<Answer>(method: Method, path: string, options: CallOptions = {}): Promise<TaggedAnswer<Answer>> {
  try {
    return await callTagged<Answer>(method, path, { ...options, keepalive: true });
  } catch (error) {
    throw asProblem(error);
  }
}
