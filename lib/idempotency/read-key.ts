import { invalid } from "@/lib/errors";

/** The header's value, when it came with one. Throws `validation_failed` unless it is 1 to 255 visible ASCII characters. */
export function readIdempotencyKey(header: string | null): string | null {
  if (header === null) return null;
  if (/^[\x21-\x7e]{1,255}$/.test(header)) return header;
  throw invalid(
    "/header/Idempotency-Key",
    "format_invalid",
    "Idempotency-Key must be 1 to 255 visible ASCII characters",
  );
}
