import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { headBytes, isDocx, typeOfHead } from "./file-type";
import { savedName } from "./read";
import { docxNames, sampleHeads, zipOf } from "./testing/sample-files";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "paraph-types-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const typeOf = (bytes: Buffer | string) => typeOfHead(Buffer.from(bytes).subarray(0, headBytes));

async function isWord(bytes: Buffer): Promise<boolean> {
  const file = path.join(folder, "file");
  await writeFile(file, bytes);
  return isDocx(file);
}

describe("the type of a file", () => {
  test.each(Object.entries(sampleHeads))("is recognised for %s by its first bytes", (type, bytes) => {
    expect(typeOf(bytes)).toBe(type);
  });

  test.each([
    ["a page of HTML", "<!doctype html><script>alert(1)</script>"],
    ["SVG", '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ["a PDF with something before it", "<script></script>%PDF-1.7"],
    ["a program", "MZ\u0090\0"],
    ["AVIF", "\0\0\0\u0018ftypavif\0\0\0\0avifmif1"],
    ["MP4", "\0\0\0\u0018ftypisom\0\0\0\0isommp42"],
    ["WAV, which is RIFF too", "RIFF\u0024\0\0\0WAVEfmt "],
    ["GIF", "GIF89a"],
    ["an empty file", ""],
    ["a PNG cut after its mark", "\u0089PNG\r\n\u001a\n"],
  ])("is unknown for %s", (_name, bytes) => {
    expect(typeOf(Buffer.from(bytes, "latin1"))).toBeNull();
  });

  test("is Word for a zip with the required parts and without macros only", async () => {
    const word = await zipOf(docxNames);
    expect(typeOf(word)).toBe("zip");
    expect(await isWord(word)).toBe(true);
    expect(await isWord(await zipOf([...docxNames, "word/vbaProject.bin"]))).toBe(false);
    expect(await isWord(await zipOf(["[Content_Types].xml", "xl/workbook.xml"]))).toBe(false);
    expect(await isWord(await zipOf(["word/document.xml"]))).toBe(false);
    expect(await isWord(word.subarray(0, word.length - 30))).toBe(false);
    expect(await isWord(Buffer.from("PK\u0003\u0004"))).toBe(false);
  });

  test("decides the extension of the name under which the file is saved", () => {
    expect(savedName({ name: "Front.JPEG", type: "jpeg" })).toBe("Front.JPEG");
    expect(savedName({ name: "id.html", type: "png" })).toBe("id.html.png");
    expect(savedName({ name: "contract", type: "docx" })).toBe("contract.docx");
  });
});
