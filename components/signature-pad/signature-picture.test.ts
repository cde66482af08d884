import { expect, test } from "vitest";
import { judgeUpload, mostUploadBytes } from "./signature-picture";

const bytes = (text: string) => new TextEncoder().encode(text);
const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]);

test("accepts PNG and JPEG in the size of a phone's photo", () => {
  expect(judgeUpload(1000, png)).toBeNull();
  expect(judgeUpload(1000, Uint8Array.from([0xff, 0xd8, 0xff, 0xe0]))).toBeNull();
  expect(judgeUpload(mostUploadBytes, png)).toBeNull();
  expect(judgeUpload(mostUploadBytes + 1, png)).toBe("too_large");
});

test("refuses SVG, whatever it starts with", () => {
  expect(judgeUpload(100, bytes('<svg xmlns="http://www.w3.org/2000/svg">'))).toBe("svg");
  expect(judgeUpload(100, bytes('<?xml version="1.0"?>\n<!-- made by hand --><SVG>'))).toBe("svg");
});

test("refuses other files as no image, and an empty file", () => {
  expect(judgeUpload(100, bytes("GIF89a"))).toBe("not_an_image");
  expect(judgeUpload(100, bytes("%PDF-1.7"))).toBe("not_an_image");
  expect(judgeUpload(0, bytes(""))).toBe("empty");
});
