import { useCallback, useEffect, useRef, useState } from "react";
import { asProblem, callApi, type ApiProblem } from "@/components/api/call";
import { startUpload, uploadDocument, type RunningUpload } from "@/components/api/upload";
import { withMovedEntry } from "@/components/documents/files/file-row";
import type { FileWire } from "@/lib/views/schema";
import { refuseDocument } from "../document-choice";

export type StoredFile = Pick<FileWire, "fileId" | "uuid" | "pages" | "size" | "upload">;

export type EntryState =
  | { kind: "waiting" }
  | { kind: "stored"; file: StoredFile }
  | { kind: "failed"; problem: ApiProblem }
  | { kind: "refused"; reason: NonNullable<Awaited<ReturnType<typeof refuseDocument>>> };

export interface FileEntry {
  /** In the order in which they were chosen. */
  key: number;
  file: File;
  name: string;
  state: EntryState;
}

export interface FileEntries {
  entries: readonly FileEntry[];
  /** The entry that is being sent. */
  sending: { key: number; loaded: number; total: number } | null;
  add: (files: readonly File[]) => void;
  rename: (key: number, name: string) => void;
  move: (key: number, by: -1 | 1) => void;
  remove: (key: number) => void;
  retry: (key: number) => void;
  /** The uploads stay when the page is left, because an envelope has taken them. */
  keep: () => void;
}

let lastKey = 0;

/** Uploads files one after another. Uploads that are removed, or still there when the page is left, are deleted. */
export function useFileEntries(
  initial: readonly File[],
  { maxBytes, nameOf }: { maxBytes: number; nameOf: (file: File) => string },
): FileEntries {
  const toEntry = (file: File): FileEntry => ({
    key: (lastKey += 1),
    file,
    name: nameOf(file),
    state: { kind: "waiting" },
  });
  const [entries, setEntries] = useState(() => initial.map(toEntry));
  const change = useCallback(
    (key: number, changes: Partial<FileEntry>) =>
      setEntries((before) => before.map((entry) => (entry.key === key ? { ...entry, ...changes } : entry))),
    [],
  );
  const settle = useCallback((key: number, state: EntryState) => change(key, { state }), [change]);
  const sending = useQueue(entries, maxBytes, settle);
  const keep = useKeptOnLeave(entries);
  return {
    entries,
    sending,
    keep,
    add: (files) => setEntries((before) => [...before, ...files.map(toEntry)]),
    rename: (key, name) => change(key, { name }),
    retry: (key) => settle(key, { kind: "waiting" }),
    move: (key, by) =>
      setEntries((before) =>
        withMovedEntry(
          before,
          before.findIndex((entry) => entry.key === key),
          by,
        ),
      ),
    remove(key) {
      const entry = entries.find((one) => one.key === key);
      if (entry?.state.kind === "stored") discard(entry.state.file.uuid);
      setEntries((before) => before.filter((one) => one.key !== key));
    },
  };
}

/** Sends the waiting entry that was chosen first, wherever it is in the list, so that reordering interrupts nothing. */
function useQueue(
  entries: readonly FileEntry[],
  maxBytes: number,
  settle: (key: number, state: EntryState) => void,
): FileEntries["sending"] {
  const waiting = entries.filter(({ state }) => state.kind === "waiting");
  const current = waiting.toSorted((one, other) => one.key - other.key)[0];
  const [key, file] = [current?.key, current?.file];
  const name = useRef("");
  const [progress, setProgress] = useState<FileEntries["sending"]>(null);
  useEffect(() => {
    name.current = current?.name ?? "";
  });
  useEffect(() => {
    if (key === undefined || file === undefined) return;
    let isOver = false;
    let running: RunningUpload | null = null;
    const run = async (): Promise<EntryState | null> => {
      const reason = await refuseDocument(file, maxBytes);
      if (isOver) return null;
      if (reason) return { kind: "refused", reason };
      let stored: StoredFile | null = null;
      running = startUpload(
        {
          takeIn: async (onProgress, signal) => (stored = await uploadDocument(file, name.current, onProgress, signal)),
          remove: (uuid) => callApi("DELETE", `/file/${uuid}`),
        },
        (loaded, total) => setProgress({ key, loaded, total }),
      );
      const outcome = await running.outcome;
      if (outcome.kind === "failed") return { kind: "failed", problem: asProblem(outcome.error) };
      return stored && { kind: "stored", file: stored };
    };
    void run().then((state) => {
      if (!isOver && state) settle(key, state);
    });
    return () => {
      isOver = true;
      running?.cancel();
    };
  }, [key, file, maxBytes, settle]);
  if (key === undefined) return null;
  return progress?.key === key ? progress : { key, loaded: 0, total: file?.size ?? 1 };
}

function useKeptOnLeave(entries: readonly FileEntry[]): () => void {
  const stored = useRef<string[]>([]);
  const isKept = useRef(false);
  useEffect(() => {
    stored.current = entries.flatMap(({ state }) => (state.kind === "stored" ? state.file.uuid : []));
  });
  useEffect(
    () => () => {
      if (!isKept.current) for (const uuid of stored.current) discard(uuid);
    },
    [],
  );
  return useCallback(() => {
    isKept.current = true;
  }, []);
}

/** An upload that cannot be deleted stays as a draft, where it can be deleted later. */
function discard(uuid: string): void {
  void callApi("DELETE", `/file/${uuid}`, { keepalive: true }).catch(() => undefined);
}
