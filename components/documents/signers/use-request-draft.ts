import { useEffect, useEffectEvent, useRef, useState } from "react";
import { asProblem, callApi, type ApiProblem } from "@/components/api/call";
import type { FileWire } from "@/lib/views/schema";
import {
  changesOf,
  storedAfter,
  storedDraft,
  withStoredIds,
  type DraftChanges,
  type DraftValues,
  type StoredDraft,
} from "./draft-changes";

const pauseMilliseconds = 500;

export type SaveState =
  | { kind: "untouched" | "saving" }
  | { kind: "saved"; at: Date }
  | { kind: "failed"; problem: ApiProblem };

interface RequestDraft {
  values: DraftValues;
  saveState: SaveState;
  /** Number of fields by `signRequestId`. */
  fields: ReadonlyMap<number, number>;
  change: (changes: Partial<DraftValues>) => void;
  /** Saves all outstanding changes. Resolves to true if everything valid is stored. */
  save: () => Promise<boolean>;
}

interface Answer {
  data: FileWire;
}

/** Autosaves a draft's title, signers and deadline shortly after each valid change, one call at a time. */
export function useRequestDraft(
  file: Pick<FileWire, "uuid" | "fileId" | "name" | "expiresAt" | "allowDelegation" | "signatureOptions" | "signers">,
  first: DraftValues,
): RequestDraft {
  const [values, setValues] = useState(first);
  const [saveState, setSaveState] = useState<SaveState>({ kind: "untouched" });
  const [fields, setFields] = useState(() => fieldCounts(file.signers));
  const latest = useRef(first);
  const stored = useRef<StoredDraft>(storedDraft(file, first.reminders));
  const running = useRef<Promise<boolean> | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  function show(next: DraftValues) {
    latest.current = next;
    setValues(next);
  }

  function change(changes: Partial<DraftValues>) {
    show({ ...latest.current, ...changes });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void save(), pauseMilliseconds);
  }

  async function save(): Promise<boolean> {
    clearTimeout(timer.current);
    while (running.current) await running.current;
    const changes = changesOf(latest.current, stored.current);
    if (!changes) return true;
    running.current = store(changes);
    return running.current;
  }

  async function store(changes: DraftChanges): Promise<boolean> {
    setSaveState({ kind: "saving" });
    try {
      const data = await sendChanges(file, changes);
      stored.current = storedAfter(stored.current, changes, data);
      show({ ...latest.current, entries: withStoredIds(latest.current.entries, data.signers, changes.sent) });
      setFields(fieldCounts(data.signers));
      setSaveState({ kind: "saved", at: new Date() });
      return true;
    } catch (error) {
      setSaveState({ kind: "failed", problem: asProblem(error) });
      return false;
    } finally {
      running.current = null;
    }
  }

  useSaveOnLeave(save);
  return { values, saveState, fields, change, save };
}

function useSaveOnLeave(save: () => Promise<boolean>): void {
  const saveNow = useEffectEvent(() => void save());
  useEffect(() => {
    const onHide = () => {
      if (document.visibilityState === "hidden") saveNow();
    };
    document.addEventListener("visibilitychange", onHide);
    return () => {
      document.removeEventListener("visibilitychange", onHide);
      saveNow();
    };
  }, []);
}

async function sendChanges(
  { uuid, fileId }: Pick<FileWire, "uuid" | "fileId">,
  { patch, withdraw }: DraftChanges,
): Promise<FileWire> {
  let data: FileWire | null = null;
  if (patch) ({ data } = await callApi<Answer>("PATCH", "/request-signature", { json: { uuid, ...patch } }));
  for (const signRequestId of withdraw)
    ({ data } = await callApi<Answer>("DELETE", `/sign/file_id/${fileId}/${signRequestId}`));
  if (!data) throw new Error("nothing was to be saved");
  return data;
}

type SignerWithFields = Pick<FileWire["signers"][number], "signRequestId"> & { visibleElements: readonly unknown[] };

/** Number of fields placed for each signer, by `signRequestId`. */
export function fieldCounts(signers: readonly SignerWithFields[]): ReadonlyMap<number, number> {
  return new Map(signers.map(({ signRequestId, visibleElements }) => [signRequestId, visibleElements.length]));
}
