import { expect, test } from "vitest";
import { lateness } from "./child-process";
import { toFileError } from "./file-errors";

test.each(["render", "pageText", "textLines"] as const)(
  "%s of an accepted document that is late is unavailable with a time to come back, never too large",
  (job) => {
    expect(toFileError(lateness(job, 2500))).toMatchObject({ code: "unavailable", retryAfterSeconds: 5 });
  },
);

test.each(["repair", "normaliseImage", "cleanImage"] as const)(
  "%s of what a stranger brings that is late is too large",
  (job) => {
    expect(lateness(job, 2500)).toMatchObject({
      name: "PdfError",
      code: "too_large",
      detail: expect.stringContaining("2500 ms"),
    });
  },
);
