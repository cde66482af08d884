import { expect, test } from "vitest";
import { cropAround } from "./picture-section";

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

test("shows the whole page for a place as large, and never crops more than a small page", () => {
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
