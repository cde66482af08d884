import { attachmentTypeNames } from "@/lib/documents/attachments/type-choices";
import type { AttachmentRequestInput, AttachmentRequestWire } from "@/lib/requests/schema";

/** A requested file as the forms hold it. */
export type RequestEntry = Omit<AttachmentRequestWire, "id">;

const mebibyte = 1024 * 1024;
/** Sizes to choose from, up to what the service takes. */
const offeredSizes = [1, 2, 5, 10, 20, 50, 100].map((count) => count * mebibyte);
export const offeredCounts = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
/** As many as the API takes for one person. */
export const mostRequests = 10;

export function sizesUpTo(maxBytes: number, chosen: number): number[] {
  const offered = offeredSizes.filter((size) => size <= maxBytes);
  return [...new Set([...(offered.length > 0 ? offered : [maxBytes]), chosen])].sort((a, b) => a - b);
}

export function emptyRequest(maxBytes: number): RequestEntry {
  return {
    label: "",
    help: null,
    required: true,
    types: [...attachmentTypeNames],
    maxBytes: Math.min(10 * mebibyte, maxBytes),
    maxCount: 1,
  };
}

export function requestEntries(requests: readonly AttachmentRequestWire[] | undefined): RequestEntry[] {
  return (requests ?? []).map(({ id: _id, ...request }) => request);
}

/** As a call takes them. */
export function toRequestInput(entries: readonly RequestEntry[]): AttachmentRequestInput[] {
  return entries.map((entry) => ({ ...entry, types: [...entry.types] }));
}

export type RequestProblem = "labelMissing" | "labelTaken" | "typesMissing";

/** Problems of one request; `others` are the labels of the rest of the list. */
export function requestProblems({ label, types }: RequestEntry, others: readonly string[]): RequestProblem[] {
  const trimmed = label.trim();
  return [
    ...(trimmed === "" ? (["labelMissing"] as const) : others.includes(trimmed) ? (["labelTaken"] as const) : []),
    ...(types.length === 0 ? (["typesMissing"] as const) : []),
  ];
}
