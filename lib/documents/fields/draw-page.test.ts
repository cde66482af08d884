import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { drawPageByLink } from "@/lib/requests/links/read-by-link";
import { updateRequest } from "@/lib/requests/update";
import { linkOf, makeRequest, readRequest } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { addField } from "./add";
import { drawPage } from "./draw-page";

const db = useRolledBackDatabase();
const testContext = useTestContext();
const picture = { width: 612, format: "png" } as const;

/** Letter, 612 points wide, so one pixel is one point. */
async function pixelsOf(png: Buffer): Promise<(x: number, y: number) => number[]> {
  const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
  return (x, y) => [...data.subarray((y * info.width + x) * info.channels, (y * info.width + x) * info.channels + 3)];
}

describe("a page drawn with its fields", () => {
  test("draws each signer's fields, and nothing without the parameter", async () => {
    const ctx = testContext(db());
    const { actor, file, signers } = await makeRequest(ctx);
    await addField(ctx, actor, {
      uuid: file.uuid,
      type: "signature",
      signRequestId: signers[0].id,
      coordinates: { page: 1, left: 100, top: 300, width: 200, height: 60 },
    });
    const plain = await drawPage(ctx, actor, { uuid: file.uuid, n: 1, ...picture });
    const withFields = await drawPage(ctx, actor, { uuid: file.uuid, n: 1, ...picture, boxes: "1" });
    const [before, after] = [await pixelsOf(await plain.bytes()), await pixelsOf(await withFields.bytes())];
    expect(after(101, 340)).toEqual([0x1f, 0x5f, 0xd6]);
    expect(after(299, 301)).not.toEqual(before(299, 301));
    for (const [x, y] of [
      [95, 340],
      [305, 340],
      [200, 295],
      [200, 365],
    ] as const)
      expect(after(x, y)).toEqual(before(x, y));
    expect(withFields.etag).not.toBe(plain.etag);
  });

  test("has another etag when a field has moved", async () => {
    const ctx = testContext(db());
    const { actor, file, signers } = await makeRequest(ctx);
    const field = {
      type: "signature",
      signRequestId: signers[0].id,
      coordinates: { page: 1, left: 100, top: 300, width: 200, height: 60 },
    } as const;
    const {
      field: { elementId: fieldId },
    } = await addField(ctx, actor, { uuid: file.uuid, ...field });
    const draw = async () => (await drawPage(ctx, actor, { uuid: file.uuid, n: 1, ...picture, boxes: "1" })).etag;
    const before = await draw();
    await updateRequest(ctx, actor, {
      uuid: file.uuid,
      visibleElements: [{ elementId: fieldId, ...field, coordinates: { ...field.coordinates, left: 110 } }],
    });
    expect(await draw()).not.toBe(before);
  });

  test("shows fields to the holder of a sign link too, with names in any script, even one that no font covers @exhaustive", async () => {
    const ctx = testContext(db());
    const { actor, file, signers } = await makeRequest(ctx, {
      users: [
        { email: "ana@x.example", displayName: "آنا 安娜" },
        { email: "bo@x.example", displayName: "Bo \u{13000}" },
      ],
    });
    for (const [index, signer] of signers.entries()) {
      await addField(ctx, actor, {
        uuid: file.uuid,
        type: "signature",
        signRequestId: signer.id,
        coordinates: { page: 1, left: 100, top: 300 + index * 100, width: 200, height: 60 },
      });
    }
    const drawn = await pixelsOf(
      await (await drawPage(ctx, actor, { uuid: file.uuid, n: 1, ...picture, boxes: "1" })).bytes(),
    );
    expect([drawn(101, 340), drawn(299, 404)]).not.toContainEqual([255, 255, 255]);
    await updateRequest(ctx, actor, {
      uuid: file.uuid,
      users: [{ email: "ana@x.example", displayName: "Ana" }],
      status: 1,
    });
    const u = linkOf(ctx, (await readRequest(ctx, actor, file.id)).signers, "ana@x.example");
    const byLink = await pixelsOf(
      await (await drawPageByLink(ctx, { kind: "public" }, { u, n: 1, ...picture, boxes: "true" })).bytes(),
    );
    expect(byLink(101, 340)).toEqual([0x1f, 0x5f, 0xd6]);
  });
});
