import { describe, expect, test } from "vitest";
import {
  differentPlaces,
  pictureScope,
  type PicturePlace,
  type PictureReport,
  type SignatureRecord,
} from "@/components/verify/result/verification";
import { cropAround } from "./picture-section";

const place = (
  page: number,
  left: number,
  top: number,
  renderer: PicturePlace["renderer"] = "pdfium",
): PicturePlace => ({ page, left, top, width: 40, height: 10, renderer });
const reader = (
  pages: number,
  of = 3,
  stopped: PictureReport["readers"][number]["stopped"] = null,
  renderer: PicturePlace["renderer"] = "pdfium",
) => ({ renderer, pages, of, unchanged: 0, missing: [], stopped });
const pictures = (parts: Partial<PictureReport>): PictureReport => ({
  code: "different",
  overrules: false,
  readers: [reader(3)],
  places: [],
  ...parts,
});
const record = (field: string, end: number, given?: PictureReport) =>
  ({ field, signedRevision: { end, sha256: "" }, ...(given ? { pictures: given } : {}) }) as unknown as SignatureRecord;

describe("differing places", () => {
  test("are reported once per page, by the last signature that covers a different version", () => {
    const found = differentPlaces([
      record("ana", 10, pictures({ places: [place(1, 50, 50), place(2, 10, 10)] })),
      record("bo", 20, pictures({ places: [place(2, 10, 10)] })),
      record("seal", 30, pictures({ code: "same" })),
    ]);
    expect(found.map(({ page, signature, end }) => [page, signature.field, end])).toEqual([
      [1, "ana", 10],
      [2, "bo", 20],
    ]);
  });

  test("are joined if two programs draw them nearly at the same spot, but not far apart", () => {
    const found = differentPlaces([
      record(
        "ana",
        10,
        pictures({ places: [place(1, 100, 300), place(1, 143, 304, "pdfjs"), place(1, 100, 500, "pdfjs")] }),
      ),
    ]);
    expect(found.map(({ left, top, width, height, renderers }) => ({ left, top, width, height, renderers }))).toEqual([
      { left: 100, top: 300, width: 83, height: 14, renderers: ["pdfium", "pdfjs"] },
      { left: 100, top: 500, width: 40, height: 10, renderers: ["pdfjs"] },
    ]);
  });

  test("are joined three in a row although the outer two do not touch", () => {
    const found = differentPlaces([
      record("ana", 10, pictures({ places: [place(1, 0, 0), place(1, 90, 0), place(1, 45, 0)] })),
    ]);
    expect(found.map(({ left, width }) => [left, width])).toEqual([[0, 130]]);
  });

  test("are empty in a report without pictures", () => {
    expect(differentPlaces([record("ana", 10), record("bo", 20, pictures({ code: "same" }))])).toEqual([]);
  });
});

describe("the extent of the comparison", () => {
  test("is unknown if nothing follows a signature, or if the service draws nothing", () => {
    expect(
      pictureScope([record("ana", 10), record("bo", 20, pictures({ code: "nothing_later", readers: [] }))]),
    ).toBeNull();
  });

  test("is all if every program drew every page for every signature", () => {
    expect(
      pictureScope([record("ana", 10, pictures({ code: "same", readers: [reader(3), reader(3, 3, null, "pdfjs")] }))]),
    ).toEqual({ kind: "all", pages: 3 });
  });

  test("is that of the program that compared least, with the reason", () => {
    const readers = [reader(90, 90), reader(40, 90, "time", "pdfjs")];
    expect(
      pictureScope([
        record("ana", 10, pictures({ code: "partly", readers })),
        record("bo", 20, pictures({ code: "same", readers: [reader(90, 90)] })),
      ]),
    ).toEqual({ kind: "part", pages: 40, of: 90, stopped: "time" });
  });

  test("is all except pages drawn from the same bytes", () => {
    const readers = [reader(90, 90), { ...reader(40, 90, null, "pdfjs"), unchanged: 50 }];
    expect(pictureScope([record("ana", 10, pictures({ code: "same", readers }))])).toEqual({
      kind: "changed",
      pages: 40,
      of: 90,
    });
    const late = [reader(90, 90), { ...reader(40, 90, "time", "pdfjs"), unchanged: 49 }];
    expect(pictureScope([record("ana", 10, pictures({ code: "partly", readers: late }))])).toEqual({
      kind: "part",
      pages: 40,
      of: 90,
      stopped: "time",
    });
  });

  test("is partial if one signature was not compared, ignoring signatures with altered bytes", () => {
    const compared = record("ana", 10, pictures({ code: "same" }));
    const left = record("bo", 20, pictures({ code: "not_compared", readers: [reader(0, 3, "time")] }));
    expect(pictureScope([compared, left])).toEqual({ kind: "part", pages: 0, of: 3, stopped: "time" });
    expect(pictureScope([compared, { ...left, verdict: "invalid" }])).toEqual({ kind: "all", pages: 3 });
  });

  test("is empty if no page was drawn", () => {
    expect(
      pictureScope([record("ana", 10, pictures({ code: "not_compared", readers: [reader(0, 3, "busy")] }))]),
    ).toEqual({ kind: "nothing", stopped: "busy" });
    expect(pictureScope([record("ana", 10, pictures({ code: "not_compared", readers: [] }))])).toEqual({
      kind: "nothing",
      stopped: "other",
    });
  });
});

const letter = { width: 612, height: 792 };

test("shows a word with the lines around it", () => {
  expect(cropAround({ left: 300, top: 400, width: 20, height: 10 }, letter)).toEqual({
    left: 180,
    top: 350,
    width: 260,
    height: 110,
  });
});

test("keeps the crop on the page, and the place in the crop", () => {
  expect(cropAround({ left: 600, top: 780, width: 12, height: 12 }, letter)).toEqual({
    left: 352,
    top: 682,
    width: 260,
    height: 110,
  });
  expect(cropAround({ left: 0, top: 0, width: 5, height: 5 }, letter)).toMatchObject({ left: 0, top: 0 });
});

test("shows the whole page for a place of that size, and never crops more than a small page", () => {
  expect(cropAround({ left: 0, top: 0, width: 612, height: 792 }, letter)).toEqual({
    left: 0,
    top: 0,
    width: 612,
    height: 792,
  });
  expect(cropAround({ left: 10, top: 10, width: 5, height: 5 }, { width: 100, height: 50 })).toEqual({
    left: 0,
    top: 0,
    width: 100,
    height: 50,
  });
});
