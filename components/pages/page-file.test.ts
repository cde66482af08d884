import { describe, expect, test } from "vitest";
import { contentUrlOf, fileAt, viewUrlOf } from "./page-file";

const files = [
  { uuid: "a", firstPage: 1, pages: 2 },
  { uuid: "b", firstPage: 3, pages: 1 },
];

describe("fileAt", () => {
  test.each([
    [1, "a", 0],
    [2, "a", 0],
    [3, "b", 1],
  ])("page %i is in file %s", (page, uuid, index) => {
    const found = fileAt(files, page);
    expect([found?.file.uuid, found?.index]).toEqual([uuid, index]);
  });

  test("a document without files has none", () => expect(fileAt([], 1)).toBeNull());
});

describe("addresses of a file of an envelope", () => {
  test("name the file behind a sign link", () => {
    expect(viewUrlOf({ kind: "link", u: "x" }, { uuid: "a" })).toBe("/api/v1/sign/uuid/x/content?file=a");
  });

  test("are those of the file for its requester", () => {
    expect(viewUrlOf({ kind: "file", uuid: "envelope" }, { uuid: "a" })).toBe("/api/v1/file/a/content?purpose=view");
    expect(contentUrlOf({ kind: "file", uuid: "envelope" }, { uuid: "a" })).toBe("/api/v1/file/a/content");
  });

  test("are those of the document where there are no files", () => {
    expect(contentUrlOf({ kind: "link", u: "x" }, null)).toBe("/api/v1/sign/uuid/x/content");
  });
});
