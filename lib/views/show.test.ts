import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { readCurrentFile } from "@/lib/documents/whole-version";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import { blobKey } from "@/lib/platform/blobs/blob-store";
import { requestCode } from "@/lib/signing/proof/request-code";
import { sign } from "@/lib/signing/sign";
import { newestCode, releasedScenario } from "@/lib/signing/testing/signing-scenario";
import { placeOf } from "@/lib/testing/blob-place";
import { useTestContext } from "@/lib/testing/test-context";
import { showFileByUuid } from "./show";

const db = useRolledBackDatabase();
const context = useTestContext();

test("a signature's verdict is that of the current bytes: later allowed changes are reported, and damaged bytes are invalid", async () => {
  const ctx = context(db());
  const {
    fileId,
    requester,
    signers: [ana],
  } = await releasedScenario(ctx, [{ name: "Ana" }, { name: "Bo" }], makePdf({ pages: [{}], sizeBytes: 20_000 }));
  await requestCode(ctx, ana.actor, { fileId });
  await sign(ctx, ana.actor, { target: { fileId }, code: await newestCode(ctx) });
  const { file, segments } = await readCurrentFile(ctx, fileId);
  const verdict = async (reader: typeof ctx) =>
    (await showFileByUuid(reader, requester, { uuid: file.uuid })).signers.find((signer) => signer.signature)?.signature
      ?.verdict;
  expect(await verdict(ctx)).toBe("intact");
  const mine = (await showFileByUuid(ctx, ana.actor, { uuid: file.uuid })).signers.map((signer) => signer.me);
  expect(mine).toEqual([true, false]);

  const path = placeOf(ctx.blobs, blobKey(file.uuid, segments[0]?.sha256 ?? ""));
  const bytes = readFileSync(path);
  bytes[5000] = (bytes[5000] ?? 0) ^ 1;
  chmodSync(path, 0o600);
  writeFileSync(path, bytes);
  const another = context(db(), { secrets: ctx.secrets, engine: new Proxy(ctx.engine, {}) });
  expect(await verdict(another)).toBe("invalid");
});
