import { describe, expect, test } from "vitest";
import { contentUrlOf, fileAt, pageSizer, viewUrlOf } from "./page-source";

const letter = { page: 1, width: 612, height: 792 };
const poster = { page: 2, width: 2448, height: 3168 };
const ticket = { page: 3, width: 306, height: 200 };

test("maps a point to 96/72 of a pixel at zoom 1", () => {
  const { sizeOf, maxWidthPx } = pageSizer([letter], 1);
  expect([sizeOf(letter, null), maxWidthPx]).toEqual([{ cssWidth: "816px", scale: 4 / 3 }, null]);
});

test.each([
  [0.1, 0.5],
  [9, 4],
])("limits zoom %d to %d", (zoom, limited) => {
  expect(pageSizer([letter], zoom).sizeOf(letter, 300).scale).toBeCloseTo((limited * 4) / 3);
});

test("fits pages to the room, keeps the scale for narrower ones and shrinks wider ones", () => {
  const { sizeOf } = pageSizer([letter, poster, ticket, letter], "fit");
  expect(sizeOf(letter, 306)).toEqual({ cssWidth: "100%", scale: 0.5 });
  expect(sizeOf(ticket, 306)).toEqual({ cssWidth: "50%", scale: 0.5 });
  expect(sizeOf(poster, 306)).toEqual({ cssWidth: "100%", scale: 0.125 });
});

test("gives the browser each page's share before the room is measured, without a scale", () => {
  expect(pageSizer([letter], "fit").sizeOf(letter, null)).toEqual({ cssWidth: "100%", scale: null });
});

test("does not enlarge a small page to the room", () => {
  expect(pageSizer([ticket], "fit").maxWidthPx).toBeCloseTo(714);
});

const files = [
  { uuid: "a", firstPage: 1, pages: 2 },
  { uuid: "b", firstPage: 3, pages: 1 },
];

describe("fileAt", () => {
  test.each([
    [1, "a", 0],
    [2, "a", 0],
    [3, "b", 1],
  ])("finds page %i in file %s", (page, uuid, index) => {
    const found = fileAt(files, page);
    expect([found?.file.uuid, found?.index]).toEqual([uuid, index]);
  });

  test("finds none in a document without files", () => expect(fileAt([], 1)).toBeNull());
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
