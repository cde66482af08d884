import { PdfError, type PdfErrorCode } from "@/lib/pdf/errors";
import { ImageError } from "@/lib/pdf/images/image-xobject";
import type { CarriedError } from "./lines/child-jobs";

/** Serializes an error to cross a thread or process border. Unexpected errors keep their stack for the log. */
export function carryError(error: unknown): CarriedError {
  if (error instanceof PdfError) return { kind: "pdf", code: error.code, detail: error.detail };
  if (error instanceof ImageError) return { kind: "image", code: error.code, detail: error.detail };
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { kind: "defect", code: "defect", detail };
}

/** The error as its receiver expects it: `PdfError`, `ImageError`, or a plain `Error` for a defect. */
export function rebuildError(carried: CarriedError): Error {
  if (carried.kind === "pdf") return new PdfError(carried.code as PdfErrorCode, carried.detail);
  if (carried.kind === "image") return new ImageError(carried.detail, carried.code as ImageError["code"]);
  return new Error(carried.detail);
}
