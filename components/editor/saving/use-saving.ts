import { useCallback, useEffect, useRef, useState } from "react";
import { asProblem, type ApiProblem } from "@/components/api/api-problem";
import { callTagged, type CallOptions, type Method, type TaggedAnswer } from "@/components/api/call";
import { fromStored, toBody, type EditorElement, type StoredElement } from "@/components/editor/editor-element";
import type { ElementWire } from "@/lib/documents/fields/schema";
import { dropLocalDraft, readLocalDraft, restored, writeLocalDraft, type LocalDraft } from "./local-draft";
import { isSameSet, type ConflictChoice } from "./merge-boxes";
import { SaveQueue } from "./save-queue";
import type { ChangeSet, SaveState, SaveTransport } from "./save-state";

export interface Saving {
  state: SaveState<ApiProblem>;
  retry: () => void;
  /** Sends waiting changes; resolves to true if all are stored. */
  flush: () => Promise<boolean>;
  /** Resolves a conflict. Returns the resulting fields, or null if there was no conflict. */
  resolve: (choice: ConflictChoice) => readonly EditorElement[] | null;
  /** Unsaved changes of an earlier tab, to restore or discard. */
  draft: { at: number; restore: () => readonly EditorElement[]; discard: () => void } | null;
}

/** ID of the conflict notice, which gets the focus when a person wants to leave the editor. */
export const conflictNoticeId = "editor-conflict";

interface SavingParts {
  fileUuid: string;
  /** As rendered with the page; later values are ignored. */
  stored: readonly StoredElement[];
  elements: readonly EditorElement[];
  /** Nothing has been changed yet. */
  isUntouched: boolean;
  /** The server's fields are newer than the page and replace its fields. */
  onFresh: (elements: readonly EditorElement[]) => void;
  /** Another person changed other fields; these are the merged fields. */
  onMerged: (elements: readonly EditorElement[]) => void;
}

/** Keeps the server's fields equal to these. */
export function useSaving({ fileUuid, stored, elements, isUntouched, onFresh, onMerged }: SavingParts): Saving {
  const [state, setState] = useState<SaveState<ApiProblem>>({ kind: "saved", at: null });
  const [transport] = useState(() => elementRequests(fileUuid));
  const [queue] = useState(() => new SaveQueue<ApiProblem>(stored, transport, { onState: setState, onMerged }));
  const [draft, setDraft] = useState<LocalDraft | null>(null);
  useEffect(() => queue.want(elements), [queue, elements]);
  useEffect(() => sendOnLeaving(queue), [queue]);
  useEffect(() => (state.kind === "saved" || state.kind === "closed" ? undefined : warnBeforeUnload()), [state.kind]);
  const untouched = useRef(isUntouched);
  useEffect(() => {
    untouched.current = isUntouched;
  }, [isUntouched]);
  useEffect(() => {
    // The page may come from the browser's history, or have been requested while the last change was in flight.
    transport
      .read()
      .then((fresh) => {
        if (!untouched.current) return;
        queue.load(fresh);
        if (!isSameSet(fresh.boxes, stored)) onFresh(fresh.boxes.map(({ element }) => element));
        setDraft(readLocalDraft(fileUuid, fresh.boxes, Date.now()));
      })
      .catch(() => undefined);
  }, [transport, stored, queue, onFresh, fileUuid]);
  useEffect(() => {
    if (isUntouched) return;
    if (queue.isSettled()) dropLocalDraft(fileUuid);
    else writeLocalDraft(fileUuid, { at: Date.now(), ...copyOf(queue.fields()) });
  }, [queue, fileUuid, elements, state, isUntouched]);
  const retry = useCallback(() => queue.sendNow(), [queue]);
  const flush = useCallback(async () => {
    const isStored = await queue.flush();
    if (!isStored) document.getElementById(conflictNoticeId)?.focus();
    return isStored;
  }, [queue]);
  const resolve = useCallback((choice: ConflictChoice) => queue.resolve(choice), [queue]);
  const discard = useCallback(() => {
    dropLocalDraft(fileUuid);
    setDraft(null);
  }, [fileUuid]);
  const offered =
    draft && isUntouched
      ? {
          at: draft.at,
          restore: () => {
            setDraft(null);
            return restored(draft, [...queue.fields().base]);
          },
          discard,
        }
      : null;
  return { state, retry, flush, resolve, draft: offered };
}

function copyOf({ base, wanted }: ReturnType<SaveQueue<ApiProblem>["fields"]>): Omit<LocalDraft, "at"> {
  return { base: [...base], wanted: [...wanted] };
}

function sendOnLeaving(queue: SaveQueue<ApiProblem>): () => void {
  const leave = () => queue.leave();
  const send = () => queue.sendNow();
  const hidden = () => {
    if (document.visibilityState === "hidden") queue.sendNow();
  };
  // Runs before the next page is requested, which may be this one again.
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

function warnBeforeUnload(): () => void {
  const warn = (event: BeforeUnloadEvent) => event.preventDefault();
  window.addEventListener("beforeunload", warn);
  return () => window.removeEventListener("beforeunload", warn);
}

/** Fetch keeps a request alive after its page only if the body is smaller than 64 KiB. */
const keepaliveBytes = 60_000;

/** Reads and saves the fields of a document through the public API. */
function elementRequests(fileUuid: string): SaveTransport {
  const path = `/file/${fileUuid}/elements`;
  return {
    send: async ({ changes, tag, idempotencyKey }) => {
      const json = toChanges(changes);
      const { answer, tag: next } = await call<{ created: number[] }>("PUT", path, {
        headers: { "idempotency-key": idempotencyKey, ...(tag === null ? {} : { "if-match": tag }) },
        json,
        keepalive: new Blob([JSON.stringify(json)]).size < keepaliveBytes,
      });
      return { created: answer.created, tag: next };
    },
    read: async () => {
      const { answer, tag } = await call<{ data: ElementWire[] }>("GET", path);
      return { boxes: answer.data.map(fromStored), tag };
    },
  };
}

function toChanges({ create, update, remove }: ChangeSet) {
  return {
    create: create.map(({ element }) => toBody(element)),
    update: update.map(({ id, element }) => ({ elementId: id, ...toBody(element) })),
    remove: remove.map(({ id }) => id),
  };
}

async function call<Answer>(method: Method, path: string, options: CallOptions = {}): Promise<TaggedAnswer<Answer>> {
  try {
    return await callTagged<Answer>(method, path, options);
  } catch (error) {
    throw asProblem(error);
  }
}
