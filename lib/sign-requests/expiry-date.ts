import { invalid } from "@/lib/errors";

const dayMilliseconds = 24 * 3600 * 1000;
/** A client's clock may be a little off. */
const toleranceMilliseconds = 60 * 1000;

/** The end of a file's time: 1 to 365 days from now (docs/spec/api.md#states). Throws `validation_failed`. */
export function readExpiry(given: string, now: Date): Date {
  const expiresAt = new Date(given);
  const ahead = expiresAt.getTime() - now.getTime();
  if (ahead < dayMilliseconds - toleranceMilliseconds || ahead > 365 * dayMilliseconds + toleranceMilliseconds) {
    throw invalid("/expiresAt", "out_of_range", "expiresAt must be 1 to 365 days from now");
  }
  return expiresAt;
}
