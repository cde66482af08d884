import { deflateSync, inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { flattenOn } from "./shared-images";

test("blends an image with white by its alpha channel and removes the channel", () => {
  const rgb = deflateSync(Buffer.from([0, 100, 200, 0, 100, 200, 0, 100, 200]));
  const flat = flattenOn({ width: 3, height: 1, rgb, alpha: deflateSync(Buffer.from([255, 0, 51])) });
  expect(flat.alpha).toBeNull();
  expect([...inflateSync(flat.rgb)]).toEqual([0, 100, 200, 255, 255, 255, 204, 224, 244]);
});

test("leaves an opaque image unchanged", () => {
  const opaque = { width: 1, height: 1, rgb: deflateSync(Buffer.from([1, 2, 3])), alpha: null };
  expect(flattenOn(opaque)).toEqual(opaque);
});

test("blends an image with the colour under it", () => {
  const image = {
    width: 1,
    height: 1,
    rgb: deflateSync(Buffer.from([0, 0, 0])),
    alpha: deflateSync(Buffer.from([51])),
  };
  expect([...inflateSync(flattenOn(image, "#ff8000").rgb)]).toEqual([204, 102, 0]);
});
