import { ArrowDown, ArrowUp, FileText, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useRef, useState, type ReactNode } from "react";
import { asProblem, callApi, type ApiProblem } from "@/components/api/call";
import { startUpload, uploadDocument, type RunningUpload } from "@/components/api/upload";
import { refuseDocument } from "@/components/documents/document-choice";
import { pageImageUrl, thumbnailWidth } from "@/components/pages/page-source";
import { IconButton } from "@/components/ui/icon-button";
import { controlLook } from "@/components/ui/inputs";
import type { FileWire } from "@/lib/views/schema";

interface FileRowProps {
  /** From 1. */
  position: number;
  count: number;
  name: string;
  /** Null while it is not stored. */
  uuid: string | null;
  /** Below the name: size and pages, progress, or the problem. */
  children: ReactNode;
  isBusy?: boolean;
  onRename: (name: string) => void;
  /** Called when the name has been typed. */
  onRenamed?: () => void;
  onMove: (by: -1 | 1) => void;
  /** Undefined if it cannot be removed. */
  onRemove: (() => void) | undefined;
}

/** One PDF in a list whose entries can be reordered, renamed and removed. */
export function FileRow(props: FileRowProps) {
  const { position, count, name, uuid, children, isBusy = false, onRename, onRenamed, onMove, onRemove } = props;
  const t = useTranslations("documents.envelope");
  return (
    <li className="flex items-start gap-3 px-4 py-3 sm:gap-4 sm:px-5 sm:py-4">
      <Thumbnail uuid={uuid} />
      <div className="flex min-w-0 flex-1 flex-wrap items-start gap-x-3 gap-y-1">
        <div className="min-w-36 flex-1">
          <input
            type="text"
            aria-label={t("name", { position })}
            value={name}
            maxLength={255}
            autoComplete="off"
            disabled={isBusy}
            aria-invalid={name.trim() === "" || undefined}
            className={controlLook("app", "font-medium")}
            onChange={(event) => onRename(event.target.value)}
            onBlur={onRenamed}
            onKeyDown={(event) => {
              if (event.key !== "Enter") return;
              event.preventDefault();
              onRenamed?.();
            }}
          />
          <div className="mt-1 px-0.5 text-caption text-muted">
            {name.trim() === "" ? <p className="text-danger">{t("nameMissing")}</p> : children}
          </div>
        </div>
        <div className="flex shrink-0 items-center gap-1">
          <IconButton
            label={t("up", { position })}
            icon={<ArrowUp />}
            disabled={isBusy || position === 1}
            onClick={() => onMove(-1)}
          />
          <IconButton
            label={t("down", { position })}
            icon={<ArrowDown />}
            disabled={isBusy || position === count}
            onClick={() => onMove(1)}
          />
          {onRemove && (
            <IconButton label={t("remove", { position })} icon={<X />} disabled={isBusy} onClick={onRemove} />
          )}
        </div>
      </div>
    </li>
  );
}

function Thumbnail({ uuid }: { uuid: string | null }) {
  return (
    <span className="relative flex h-14 w-11 shrink-0 items-center justify-center overflow-hidden rounded-mark bg-paper outline-1 outline-hairline">
      <FileText aria-hidden className="size-5 text-paper-muted" />
      {uuid !== null && (
        <img
          src={pageImageUrl({ kind: "file", uuid }, 1, thumbnailWidth)}
          alt=""
          loading="lazy"
          className="absolute inset-0 size-full bg-paper object-contain"
          onError={(event) => {
            event.currentTarget.hidden = true;
          }}
        />
      )}
    </span>
  );
}

/** The list with the entry moved by one place; unchanged if there is no such place. */
export function withMovedEntry<Entry>(entries: readonly Entry[], index: number, by: -1 | 1): Entry[] {
  const moved = [...entries];
  const [entry] = moved.splice(index, 1);
  if (entry === undefined || index + by < 0 || index + by > moved.length) return [...entries];
  moved.splice(index + by, 0, entry);
  return moved;
}

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
