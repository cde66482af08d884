import { useCallback, useEffect, useRef, useState } from "react";
import {
  asProblem,
  callApi,
  callTagged,
  type ApiProblem,
  type CallOptions,
  type Method,
  type TaggedAnswer,
} from "@/components/api/call";
import {
  fromStored,
  hasSameContent,
  toBody,
  type EditorField,
  type StoredField,
} from "@/components/editor/state/editor-field";
import type { PageFile } from "@/components/pages/page-source";
import type { FieldWire } from "@/lib/documents/fields/schema";
import type { FormValuesWire } from "@/lib/documents/schema";
import type { TemplateWire } from "@/lib/requests/templates/schema";
import { envelopeRequests, keepaliveBytes } from "./envelope-requests";
import { dropLocalDraft, readLocalDraft, restored, writeLocalDraft, type LocalDraft } from "./local-draft";
import { SaveQueue } from "./save-queue";
import { isSameSet, type ChangeSet, type ConflictChoice, type SaveState, type SaveTransport } from "./save-state";

export interface Saving {
  state: SaveState<ApiProblem>;
  retry: () => void;
  /** Sends waiting changes; resolves to true if all are stored. */
  flush: () => Promise<boolean>;
  /** Resolves a conflict. Returns the resulting fields, or null if there was no conflict. */
  resolve: (choice: ConflictChoice) => readonly EditorField[] | null;
  /** Unsaved changes of an earlier tab, to restore or discard. */
  draft: { at: number; restore: () => readonly EditorField[]; discard: () => void } | null;
}

/** ID of the conflict notice, which gets the focus when a person wants to leave the editor. */
export const conflictNoticeId = "editor-conflict";

interface SavingParts {
  /** Null: another hook saves, and this one is idle. */
  fileUuid: string | null;
  /** The files of an envelope. */
  files?: readonly PageFile[] | undefined;
  /** As rendered with the page; later values are ignored. */
  stored: readonly StoredField[];
  fields: readonly EditorField[];
  /** Nothing has been changed yet. */
  isUntouched: boolean;
  /** The server's fields are newer than the page and replace its fields. */
  onFresh: (fields: readonly EditorField[]) => void;
  onMerged: (fields: readonly EditorField[]) => void;
}

/** Keeps the server's fields equal to these. */
export function useSaving({ fileUuid, files, stored, fields, isUntouched, onFresh, onMerged }: SavingParts): Saving {
  const [state, setState] = useState<SaveState<ApiProblem>>({ kind: "saved", at: null });
  const [transport] = useState(() =>
    files && fileUuid !== null ? envelopeRequests(fileUuid, files) : fieldRequests(fileUuid),
  );
  const [queue] = useState(() => new SaveQueue<ApiProblem>(stored, transport, { onState: setState, onMerged }));
  const [draft, setDraft] = useState<LocalDraft | null>(null);
  useEffect(() => queue.want(fields), [queue, fields]);
  useEffect(() => sendOnLeaving(queue), [queue]);
  useEffect(() => (state.kind === "saved" || state.kind === "closed" ? undefined : warnBeforeUnload()), [state.kind]);
  const untouched = useRef(isUntouched);
  useEffect(() => {
    untouched.current = isUntouched;
  }, [isUntouched]);
  useEffect(() => {
    if (fileUuid === null) return;
    // The page may come from the browser's history, or have been requested while the last change was in flight.
    transport
      .read()
      .then((fresh) => {
        if (!untouched.current) return;
        queue.load(fresh);
        if (!isSameSet(fresh.fields, stored)) onFresh(fresh.fields.map(({ field }) => field));
        setDraft(readLocalDraft(fileUuid, fresh.fields, Date.now()));
      })
      .catch(() => undefined);
  }, [transport, stored, queue, onFresh, fileUuid]);
  useEffect(() => {
    if (isUntouched || fileUuid === null) return;
    if (queue.isSettled()) dropLocalDraft(fileUuid);
    else writeLocalDraft(fileUuid, { at: Date.now(), ...copyOf(queue.fields()) });
  }, [queue, fileUuid, fields, state, isUntouched]);
  const retry = useCallback(() => queue.sendNow(), [queue]);
  const flush = useCallback(async () => {
    const isStored = await queue.flush();
    if (!isStored) document.getElementById(conflictNoticeId)?.focus();
    return isStored;
  }, [queue]);
  const resolve = useCallback((choice: ConflictChoice) => queue.resolve(choice), [queue]);
  const discard = useCallback(() => {
    if (fileUuid !== null) dropLocalDraft(fileUuid);
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

/** Reads and saves the fields of a document through the public API. */
function fieldRequests(fileUuid: string | null): SaveTransport {
  const path = `/file/${fileUuid ?? ""}/elements`;
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
      const { answer, tag } = await call<{ data: FieldWire[] }>("GET", path);
      return { fields: answer.data.map(fromStored), tag };
    },
  };
}

function toChanges({ create, update, remove }: ChangeSet) {
  return {
    create: create.map(({ field }) => toBody(field)),
    update: update.map(({ id, field }) => ({ elementId: id, ...toBody(field) })),
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

export interface EditedTemplate {
  id: number;
  version: number;
  /** By the number used for the signing request in the editor. */
  roles: Readonly<Record<number, string>>;
  /** Names of stored fields, by their key in the editor. */
  fieldNames: Readonly<Record<string, string>>;
}

interface TemplateSaving extends Saving {
  /** The template as last saved; null for a document. */
  template: EditedTemplate | null;
  /** Moves the values of the document's form, and saves the fields in the same version. Throws ApiProblem. */
  moveFormValues: (values: FormValuesWire, fields: readonly EditorField[]) => Promise<void>;
}

/** Saves the fields of a template as one new version, when a person leaves the editor or presses its button. */
export function useTemplateSaving(
  opened: EditedTemplate | null,
  fields: readonly EditorField[],
  isUntouched: boolean,
): TemplateSaving {
  const [saved, setSaved] = useState({ template: opened, fields, at: null as number | null });
  const [outcome, setOutcome] = useState<SaveState<ApiProblem> | null>(null);
  const { template } = saved;
  const isChanged = template !== null && !isUntouched && !isSameList(fields, saved.fields);
  useEffect(() => {
    if (!isChanged) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isChanged]);

  const save = useCallback(
    async (stored: readonly EditorField[], values?: FormValuesWire): Promise<void> => {
      if (template === null) return;
      const { version, fields: named } = await callApi<TemplateWire>("PUT", `/templates/${template.id}`, {
        json: {
          version: template.version,
          fields: stored.map((field) => toField(template, field)),
          ...(values === undefined ? {} : { formValues: values }),
        },
      });
      const fieldNames = Object.fromEntries(stored.map(({ key }, index) => [key, named[index]?.name ?? ""]));
      setSaved({ template: { ...template, version, fieldNames }, fields: stored, at: Date.now() });
      setOutcome(null);
    },
    [template],
  );

  const flush = useCallback(async (): Promise<boolean> => {
    if (!isChanged) return true;
    setOutcome({ kind: "saving" });
    try {
      await save(fields);
      return true;
    } catch (error) {
      setOutcome({ kind: "failed", problem: asProblem(error), isRetrying: false, key: null });
      return false;
    }
  }, [isChanged, save, fields]);

  return {
    template,
    moveFormValues: useCallback((values, stored) => save(stored, values), [save]),
    state: outcome ?? (isChanged ? { kind: "unsaved" } : { kind: "saved", at: saved.at }),
    retry: useCallback(() => void flush(), [flush]),
    flush,
    resolve: noConflict,
    draft: null,
  };
}

const noConflict = (): null => null;

function isSameList(first: readonly EditorField[], second: readonly EditorField[]): boolean {
  if (first === second) return true;
  return (
    first.length === second.length &&
    first.every((field, index) => {
      const other = second[index];
      return other !== undefined && hasSameContent(field, other);
    })
  );
}

function toField({ roles, fieldNames }: EditedTemplate, field: EditorField) {
  const { signRequestId, ...body } = toBody(field);
  const name = fieldNames[field.key];
  return { ...body, role: roles[signRequestId] ?? "", ...(name === undefined ? {} : { name }) };
}
