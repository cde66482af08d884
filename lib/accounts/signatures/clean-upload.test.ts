import sharp from "sharp";
import { expect, test } from "vitest";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { photograph } from "@/lib/pdf/signature-photo/testing/photograph";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { useTestContext } from "@/lib/testing/test-context";
import { cleanUpload } from "./images";

const db = useRolledBackDatabase();
const makeContext = useTestContext();

async function photo(isBlank = false): Promise<string> {
  const { rgba, width, height } = photograph({ fall: 0.6, isBlank });
  return (
    await sharp(rgba, { raw: { width, height, channels: 4 } })
      .removeAlpha()
      .jpeg()
      .toBuffer()
  ).toString("base64");
}

test("returns a photograph as a transparent PNG from the killable child, and stores nothing", async () => {
  const ctx = makeContext(db());
  const actor = actingAs(await makeAccount(ctx));
  const { png, hadPaper } = await cleanUpload(ctx, actor, { file: { base64: await photo() } });
  const { data } = await sharp(png).extractChannel(3).raw().toBuffer({ resolveWithObject: true });
  expect([hadPaper, data[0], data.at(-1), Math.max(...data)]).toEqual([true, 0, 0, 255]);
});

test("rejects a blank page and a file that is not a picture, with the member", async () => {
  const ctx = makeContext(db());
  const actor = actingAs(await makeAccount(ctx));
  await expect(cleanUpload(ctx, actor, { file: { base64: await photo(true) } })).rejects.toMatchObject({
    code: "image_invalid",
    violations: [{ pointer: "/file/base64", code: "blank" }],
  });
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString("base64");
  await expect(cleanUpload(ctx, actor, { file: { base64: svg } })).rejects.toMatchObject({
    code: "image_invalid",
    violations: [{ pointer: "/file/base64", code: "image_type" }],
  });
  await expect(cleanUpload(ctx, actor, { file: { base64: "§" } })).rejects.toMatchObject({ code: "base64_invalid" });
});
