import { useCallback, useRef, useState } from "react";
import { asProblem, callApi, connectionLost, type ApiProblem } from "@/components/api/call";
import type { AttachmentWire } from "@/lib/documents/schema";
import type { AttachmentRequestWire } from "@/lib/requests/state/schema";

/** An upload in progress. Once all bytes are sent, the server checks and stores them. */
export interface RunningUpload {
  name: string;
  loaded: number;
  total: number;
}

/** Why the last file was not added. */
export type UploadFailure =
  | { kind: "too_large" | "wrong_type" | "no_room"; name: string }
  | { kind: "problem"; problem: ApiProblem };

export interface Attachments {
  requests: readonly AttachmentRequestWire[];
  added: readonly AttachmentWire[];
  /** By the id of the request, like the members below. */
  running: ReadonlyMap<number, RunningUpload>;
  failures: ReadonlyMap<number, UploadFailure>;
  /** Required requests without a file, marked after an attempt to sign. */
  flagged: ReadonlySet<number>;
  /** Number of required requests without a file. */
  missing: number;
  /** Uploads the files one after another. Resolves to those that were added. */
  add: (request: AttachmentRequestWire, files: readonly File[], replaces?: number) => Promise<AttachmentWire[]>;
  remove: (attachment: AttachmentWire) => Promise<boolean>;
  cancel: (requestId: number) => void;
  /** Whether nothing is missing or under way. Marks what is missing, and moves the focus to the first. */
  check: () => boolean;
}

interface AttachmentsOptions {
  u: string;
  requests: readonly AttachmentRequestWire[];
  first: readonly AttachmentWire[];
  /** Starts the session of a signer for whom the link is enough. */
  enter: () => Promise<void>;
}

/** The id of the button that adds a file for a request. */
export function chooserId(requestId: number): string {
  return `attachment-${requestId}`;
}

/** The signer's own files, kept while the page is open. */
export function useAttachments({ u, requests, first, enter }: AttachmentsOptions): Attachments {
  const [added, setAdded] = useState(first);
  const [running, setRunning] = useState<ReadonlyMap<number, RunningUpload>>(new Map());
  const [failures, setFailures] = useState<ReadonlyMap<number, UploadFailure>>(new Map());
  const [flagged, setFlagged] = useState<ReadonlySet<number>>(new Set());
  const aborts = useRef(new Map<number, AbortController>());

  const fail = useCallback((requestId: number, failure: UploadFailure | null) => {
    setFailures((before) => withEntry(before, requestId, failure));
  }, []);

  const upload = useCallback(
    async (request: AttachmentRequestWire, file: File, replaces?: number): Promise<AttachmentWire | null> => {
      if (file.size > request.maxBytes) {
        fail(request.id, { kind: "too_large", name: file.name });
        return null;
      }
      const abort = new AbortController();
      aborts.current.set(request.id, abort);
      const show = (loaded: number, total: number) =>
        setRunning((before) => withEntry(before, request.id, { name: file.name, loaded, total }));
      show(0, file.size);
      try {
        await enter();
        const { postFile } = await import("@/components/api/upload").catch(() => {
          throw connectionLost();
        });
        const query = new URLSearchParams({ name: file.name, ...(replaces ? { replaces: String(replaces) } : {}) });
        return await postFile<AttachmentWire>(
          `/sign/uuid/${u}/attachment-requests/${request.id}?${query.toString()}`,
          "application/octet-stream",
          file,
          show,
          abort.signal,
        );
      } catch (error) {
        if (!abort.signal.aborted) fail(request.id, failureOf(asProblem(error), file.name));
        return null;
      } finally {
        aborts.current.delete(request.id);
        setRunning((before) => withEntry(before, request.id, null));
      }
    },
    [u, enter, fail],
  );

  const add = useCallback<Attachments["add"]>(
    async (request, files, replaces) => {
      fail(request.id, null);
      const made: AttachmentWire[] = [];
      for (const file of files) {
        const attachment = await upload(request, file, replaces);
        if (!attachment) break;
        made.push(attachment);
        setAdded((before) => [...before.filter(({ id }) => id !== replaces), attachment]);
        setFlagged((before) => new Set([...before].filter((id) => id !== request.id)));
      }
      return made;
    },
    [upload, fail],
  );

  const remove = useCallback<Attachments["remove"]>(
    async ({ id, requestId }) => {
      fail(requestId, null);
      try {
        await callApi("DELETE", `/sign/uuid/${u}/attachments/${id}`);
        setAdded((before) => before.filter((other) => other.id !== id));
        return true;
      } catch (error) {
        fail(requestId, { kind: "problem", problem: asProblem(error) });
        return false;
      }
    },
    [u, fail],
  );

  const cancel = useCallback((requestId: number) => aborts.current.get(requestId)?.abort(), []);
  const check = () => {
    const missing = missingOf(requests, added);
    setFlagged(new Set(missing));
    const [blocked] = [...missing, ...running.keys()];
    if (blocked === undefined) return true;
    document.getElementById(chooserId(blocked))?.focus();
    return false;
  };
  const missing = missingOf(requests, added).length;
  return { requests, added, running, failures, flagged, missing, add, remove, cancel, check };
}

/** The files of a request: files added for an earlier request with the same id have another label. */
export function filesOf(
  { id, label }: Pick<AttachmentRequestWire, "id" | "label">,
  added: readonly AttachmentWire[],
): AttachmentWire[] {
  return added.filter((file) => file.requestId === id && file.label === label);
}

/** Ids of required requests without a file. */
export function missingOf(requests: readonly AttachmentRequestWire[], added: readonly AttachmentWire[]): number[] {
  return requests.filter((request) => request.required && filesOf(request, added).length === 0).map(({ id }) => id);
}

function failureOf(problem: ApiProblem, name: string): UploadFailure {
  switch (problem.code) {
    case "too_large":
      return { kind: "too_large", name };
    case "attachment_type_invalid":
      return { kind: "wrong_type", name };
    case "quota_exceeded":
      return { kind: "no_room", name };
    default:
      return { kind: "problem", problem };
  }
}

function withEntry<Value>(
  before: ReadonlyMap<number, Value>,
  key: number,
  value: Value | null,
): ReadonlyMap<number, Value> {
  const after = new Map(before);
  if (value === null) after.delete(key);
  else after.set(key, value);
  return after;
}
