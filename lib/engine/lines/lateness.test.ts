import { expect, test } from "vitest";
import { toFileError } from "@/lib/engine/file-errors";
import { lateness } from "./child-process";

test.each(["render", "pageText", "textLines"] as const)(
  "a timeout of %s on an accepted document is unavailable with Retry-After, never too large",
  (job) => {
    expect(toFileError(lateness(job, 2500))).toMatchObject({ code: "unavailable", retryAfterSeconds: 5 });
  },
);

test.each(["repair", "normaliseImage", "cleanImage"] as const)(
  "a timeout of %s on untrusted input is too large",
  (job) => {
    expect(lateness(job, 2500)).toMatchObject({
      name: "PdfError",
      code: "too_large",
      detail: expect.stringContaining("2500 ms"),
    });
  },
);
