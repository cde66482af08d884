import { expect, test, vi } from "vitest";
import { EngineBusyError, EngineLostError, EngineTimeoutError } from "@/lib/engine/lines/waiting-line";
import { PdfError } from "@/lib/pdf/syntax/errors";
import { BlobError } from "@/lib/platform/blobs/blob-store";
import { DomainError } from "@/lib/platform/errors";
import { processWide } from "./process-wide";

/** The modules loaded once more, as in another bundle of this process. */
async function anotherCopy() {
  vi.resetModules();
  return {
    ...(await import("@/lib/platform/errors")),
    ...(await import("@/lib/platform/blobs/blob-store")),
    ...(await import("@/lib/engine/lines/waiting-line")),
    ...(await import("@/lib/pdf/syntax/errors")),
    ...(await import("./process-wide")),
  };
}

test("shares a value between copies of a module", async () => {
  const copy = await anotherCopy();
  expect(copy.processWide).not.toBe(processWide);
  const value = processWide("a value of this test", () => ({ by: "the first copy" }));
  expect(copy.processWide("a value of this test", () => ({ by: "another copy" }))).toBe(value);
});

test("an error of another copy is an instance of the class, and other errors are not", async () => {
  const copy = await anotherCopy();
  expect(copy.DomainError).not.toBe(DomainError);
  expect(new copy.DomainError("not_found")).toBeInstanceOf(DomainError);
  expect(new DomainError("not_found")).toBeInstanceOf(copy.DomainError);
  for (const other of [new Error("not_found"), { code: "not_found" }, null, undefined, "not_found"])
    expect(other instanceof DomainError).toBe(false);
});

test("errors of the document store and of the PDF engine are instances in every copy, each of its own class only", async () => {
  const copy = await anotherCopy();
  const classes = { BlobError, PdfError, EngineBusyError, EngineTimeoutError, EngineLostError };
  const errors = {
    BlobError: copy.damagedBlob("a/b", "missing", "is missing"),
    PdfError: new copy.PdfError("damaged", "no page"),
    EngineBusyError: new copy.EngineBusyError(),
    EngineTimeoutError: new copy.EngineTimeoutError("drawing", 1),
    EngineLostError: new copy.EngineLostError("a thread"),
  };
  for (const [name, error] of Object.entries(errors))
    for (const [other, one] of Object.entries(classes))
      expect([name, other, error instanceof one]).toEqual([name, other, name === other]);
});
