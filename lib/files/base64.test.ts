import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeBase64, decodePdfBase64 } from "./base64";

test("what was encoded comes back, whatever its length", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
    expect(decodeBase64(Buffer.from(bytes).toString("base64"))).toEqual(Buffer.from(bytes));
  }));
});

test("nothing but the canonical encoding is accepted", () => {
  fc.assert(fc.property(fc.oneof(fc.string({ maxLength: 40 }), fc.base64String({ maxLength: 40 })), (text) => {
    const decoded = decodeBase64(text);
    if (decoded !== null) expect(decoded.toString("base64")).toBe(text);
  }));
});

test.each(["MQ", "MQ=", "MR==", "M===", "MQ==MQ==", "MQ\n==", " MQ==", "M-__", "MQ==="])("%j is not base64", (text) => {
  expect(decodeBase64(text)).toBeNull();
});

test("a data URL of another kind, an empty text and too many bytes are refused", () => {
  expect(() => decodePdfBase64("data:application/pdf,MQ==", 10)).toThrow("not base64");
  expect(() => decodePdfBase64("data:text/plain;base64,MQ==", 10)).toThrow("not base64");
  expect(() => decodePdfBase64("data:application/pdf;base64,", 10)).toThrow("not base64");
  expect(() => decodePdfBase64("MTIzNDU2", 5)).toThrow(expect.objectContaining({ code: "too_large" }));
  expect(decodePdfBase64("data:application/pdf;base64,MQ==", 10).toString()).toBe("1");
});
