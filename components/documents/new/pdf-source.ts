import { callApi } from "@/components/api/call";
import { uploadPdf } from "@/components/api/upload";
import type { FileWire } from "@/lib/file-views/schema";
import type { OnProgress } from "./start-upload";
import { titleOfFile } from "./title-of-file";
import { titleOfUrl } from "./title-of-url";

/** Where a new document comes from: this computer, or the web. */
export type PdfSource = { kind: "file"; file: File } | { kind: "url"; url: URL };

/** What a source is called while it comes in. */
export function nameOfSource(source: PdfSource): string {
  return source.kind === "file" ? source.file.name : source.url.host;
}

/** Makes the draft. Of what the service fetches itself no progress is known: all has been sent at once. */
export function takeIn(
  source: PdfSource,
  untitled: string,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<Pick<FileWire, "uuid">> {
  if (source.kind === "file")
    return uploadPdf(source.file, titleOfFile(source.file.name) || untitled, onProgress, signal);
  onProgress(1, 1);
  return callApi<FileWire>("POST", "/file/fetch", {
    json: { url: source.url.href, name: titleOfUrl(source.url) },
    signal,
  });
}
