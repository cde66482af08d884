import { deflateSync, inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { flattenOnWhite } from "./shared-images";

test("an image is mixed with white by its alpha channel, which is gone afterwards", () => {
  const rgb = deflateSync(Buffer.from([0, 100, 200, 0, 100, 200, 0, 100, 200]));
  const flat = flattenOnWhite({ width: 3, height: 1, rgb, alpha: deflateSync(Buffer.from([255, 0, 51])) });
  expect(flat.alpha).toBeNull();
  expect([...inflateSync(flat.rgb)]).toEqual([0, 100, 200, 255, 255, 255, 204, 224, 244]);
});

test("an opaque image stays what it is", () => {
  const opaque = { width: 1, height: 1, rgb: deflateSync(Buffer.from([1, 2, 3])), alpha: null };
  expect(flattenOnWhite(opaque)).toEqual(opaque);
});
