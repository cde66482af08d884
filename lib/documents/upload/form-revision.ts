import type { FileSegment } from "@/db/schema/files";
import type { FormValuesWire } from "@/lib/documents/schema";
import type { FormValues } from "@/lib/pdf/freeze/freeze";

/** Of a request or of a template. */
export type UploadSegment = Pick<FileSegment, "sha256" | "size" | "kind">;

export const engineValues = { page: "painted", fields: "left_out" } as const satisfies Record<
  FormValuesWire,
  FormValues
>;

/** How a form's values were frozen, by the kind of the revision that froze it. */
export const kindOfValues = { page: "frozen", fields: "unfilled" } as const satisfies Record<
  FormValuesWire,
  FileSegment["kind"]
>;

/** The bytes of an upload before its form was frozen, and the revision that froze it; null for an upload that had no form. */
export function splitForm<Segment extends UploadSegment>(
  segments: readonly Segment[],
): { before: Segment[]; frozen: Segment; values: FormValuesWire } | null {
  const frozen = segments.find(({ kind }) => kind === kindOfValues.page || kind === kindOfValues.fields);
  if (!frozen) return null;
  const before = segments.filter((segment) => segment !== frozen);
  return { before, frozen, values: frozen.kind === kindOfValues.fields ? "fields" : "page" };
}
