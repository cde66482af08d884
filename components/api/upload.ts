import type { FileWire } from "@/lib/views/schema";
import { connectionLost } from "./api-problem";
import { readProblem } from "./read-problem";

type OnProgress = (loaded: number, total: number) => void;

/** Uploads a PDF as a draft (`POST /file`); see `postPdf`. */
export function uploadPdf(file: Blob, name: string, onProgress: OnProgress, signal?: AbortSignal): Promise<FileWire> {
  return postPdf(`/file?name=${encodeURIComponent(name)}`, file, onProgress, signal);
}

/**
 * Sends a PDF as the raw body and reports progress in bytes, which fetch cannot do. `path` is relative to `/api/v1`. Rejects with ApiProblem, or with an
 * AbortError if `signal` aborted it.
 */
export function postPdf<Answer>(
  path: string,
  file: Blob,
  onProgress: OnProgress,
  signal?: AbortSignal,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", `/api/v1${path}`);
    request.setRequestHeader("content-type", "application/pdf");
    request.upload.addEventListener("progress", (event) =>
      onProgress(event.loaded, event.lengthComputable ? event.total : file.size),
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
    else request.send(file);
  });
}
