import { expect, test } from "vitest";
import { PdfError } from "@/lib/pdf/syntax/errors";
import { toFileError } from "./file-errors";
import { EngineBusyError, EngineLostError, EngineTimeoutError } from "./lines/waiting-line";

test.each([new EngineBusyError(), new EngineTimeoutError("sign", 10_000), new EngineLostError("SIGKILL")])(
  "%s is unavailable with Retry-After, never a refusal of the file",
  (error) => {
    expect(toFileError(error)).toMatchObject({ code: "unavailable", retryAfterSeconds: 5, cause: error });
  },
);

test("refuses an encrypted file with the reason: a password, another recipient, a signature", () => {
  const errors = (["encrypted", "encrypted_for_others", "encrypted_and_signed"] as const).map((code) =>
    toFileError(new PdfError(code, "")),
  );
  expect(errors).toMatchObject([
    { code: "pdf_encrypted", reason: undefined },
    { code: "pdf_encrypted", reason: "encrypted_for_others" },
    { code: "pdf_encrypted", reason: "encrypted_and_signed" },
  ]);
});
