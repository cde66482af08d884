import type { FileWire } from "@/lib/views/schema";
import { connectionLost, readProblem } from "./call";

export type OnProgress = (loaded: number, total: number) => void;

/** Uploads a document as a draft (`POST /file`); see `postFile`. Its bytes decide what it is. */
export function uploadDocument(
  file: File,
  name: string,
  onProgress: OnProgress,
  signal?: AbortSignal,
): Promise<FileWire> {
  const query = new URLSearchParams({ name, fileName: file.name });
  return postFile(`/file?${query.toString()}`, "application/octet-stream", file, onProgress, signal);
}

/** Uploads pictures as one draft, a page each. */
export function uploadPictures(
  pictures: readonly File[],
  { name, pageSize, margin }: { name: string; pageSize: string; margin: number },
  onProgress: OnProgress,
  signal?: AbortSignal,
): Promise<FileWire> {
  const query = new URLSearchParams({ name, pageSize, margin: String(margin) });
  const form = new FormData();
  for (const picture of pictures) form.append("file", picture, picture.name);
  return post(`/file?${query.toString()}`, null, form, onProgress, signal);
}

/** Sends a PDF as the raw body; see `postFile`. */
export function postPdf<Answer>(
  path: string,
  file: Blob,
  onProgress: OnProgress,
  signal?: AbortSignal,
): Promise<Answer> {
  return postFile(path, "application/pdf", file, onProgress, signal);
}

/**
 * Sends a file as the raw body and reports progress in bytes, which fetch cannot do. `path` is relative to `/api/v1`.
 * Rejects with ApiProblem, or with an AbortError if `signal` aborted it.
 */
export function postFile<Answer>(
  path: string,
  mediaType: string,
  file: Blob,
  onProgress: OnProgress,
  signal?: AbortSignal,
): Promise<Answer> {
  return post(path, mediaType, file, onProgress, signal);
}

/** `mediaType`: null for a form, whose boundary the browser names. */
function post<Answer>(
  path: string,
  mediaType: string | null,
  body: Blob | FormData,
  onProgress: OnProgress,
  signal?: AbortSignal,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", `/api/v1${path}`);
    if (mediaType !== null) request.setRequestHeader("content-type", mediaType);
    request.upload.addEventListener("progress", (event) =>
      onProgress(event.loaded, event.lengthComputable || body instanceof FormData ? event.total : body.size),
    );
    request.addEventListener("error", () => reject(connectionLost()));
    request.addEventListener("abort", () => reject(new DOMException("The upload was cancelled.", "AbortError")));
    request.addEventListener("load", () => {
      const { status, responseText: body } = request;
      if (status >= 200 && status < 300) resolve(JSON.parse(body) as Answer);
      else reject(readProblem({ status, header: (header) => request.getResponseHeader(header), body }));
    });
    signal?.addEventListener("abort", () => request.abort());
    if (signal?.aborted) reject(new DOMException("The upload was cancelled.", "AbortError"));
    else request.send(body);
  });
}

/** A chosen file as base64, for a JSON body. */
export function readBase64(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve((typeof reader.result === "string" ? reader.result : "").replace(/^[^,]*,/, ""));
    reader.onerror = () => reject(reader.error ?? new Error("the file cannot be read"));
    reader.readAsDataURL(file);
  });
}

/** Uploads a document, and deletes one that was stored after a cancellation. */
interface UploadTransport {
  takeIn: (onProgress: OnProgress, signal: AbortSignal) => Promise<{ uuid: string }>;
  remove: (uuid: string) => Promise<void>;
}

type UploadOutcome = { kind: "made"; uuid: string } | { kind: "failed"; error: unknown } | { kind: "cancelled" };

export interface RunningUpload {
  /** Never rejects. Resolves to `cancelled` once nothing of a cancelled upload is left. */
  outcome: Promise<UploadOutcome>;
  cancel: () => void;
}

/**
 * An upload that can be cancelled at any time. While bytes are being sent it is aborted. Once all are sent, the server
 * may be storing the document already, so the answer is awaited and the document deleted.
 */
export function startUpload({ takeIn, remove }: UploadTransport, onProgress: OnProgress): RunningUpload {
  const abort = new AbortController();
  let [isSent, isCancelled] = [false, false];

  function follow(loaded: number, total: number) {
    isSent = loaded >= total;
    if (!isCancelled) onProgress(loaded, total);
  }

  async function run(): Promise<UploadOutcome> {
    try {
      const { uuid } = await takeIn(follow, abort.signal);
      if (!isCancelled) return { kind: "made", uuid };
      await remove(uuid);
      return { kind: "cancelled" };
    } catch (error) {
      return isCancelled ? { kind: "cancelled" } : { kind: "failed", error };
    }
  }

  function cancel() {
    isCancelled = true;
    if (!isSent) abort.abort();
  }

  return { outcome: run(), cancel };
}
