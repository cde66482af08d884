import { contentUrl, viewUrl, type PageSource } from "./page-source";

/** A PDF of an envelope. Pages are counted through all files, so `firstPage` of the second file follows the last page of the first. */
export interface PageFile {
  uuid: string;
  name: string;
  firstPage: number;
  pages: number;
  /** A remark below the name. */
  note?: string | undefined;
}

/** The file that a page is in, and its place from 0; null in a document without files. */
export function fileAt<Entry extends Pick<PageFile, "firstPage" | "pages">>(
  files: readonly Entry[],
  page: number,
): { file: Entry; index: number } | null {
  const index = files.findIndex(({ firstPage, pages }) => page >= firstPage && page < firstPage + pages);
  const file = files[index];
  return file ? { file, index } : null;
}

/** The page of a field, counted through all files: a field counts within its file. */
export function pageThrough(
  files: readonly Pick<PageFile, "uuid" | "firstPage">[] | undefined,
  field: { file?: string | undefined; coordinates: { page: number } },
): number {
  const firstPage = files?.find(({ uuid }) => uuid === field.file)?.firstPage ?? 1;
  return field.coordinates.page + firstPage - 1;
}

/** URL that displays a file, or the document itself without files. */
export function viewUrlOf(source: PageSource, file: Pick<PageFile, "uuid"> | null): string {
  if (file === null) return viewUrl(source);
  return source.kind === "link" ? contentUrlOf(source, file) : viewUrl({ ...source, kind: "file", uuid: file.uuid });
}

/** URL that downloads a file, or the document itself without files. */
export function contentUrlOf(source: PageSource, file: Pick<PageFile, "uuid"> | null): string {
  if (file === null) return contentUrl(source);
  return source.kind === "link"
    ? `${contentUrl(source)}?file=${file.uuid}`
    : contentUrl({ kind: "file", uuid: file.uuid });
}
