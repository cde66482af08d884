import { describe, expect, test } from "vitest";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import type { Ctx } from "@/lib/context/context";
import { EngineBusyError } from "@/lib/engine/lines/waiting-line";
import { makeSignedForm } from "@/lib/pades/verify/testing/signed-files";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { useTestContext } from "@/lib/testing/test-context";
import { showFileById } from "@/lib/views/show";
import { uploadFile } from "./upload";

const db = useRolledBackDatabase();
const context = useTestContext();
const signed = { type: "info", message: expect.stringContaining("already contains signatures") as string };

async function after(ctx: Ctx, upload: Buffer) {
  const actor = actingAs(await makeAccount(ctx));
  const { fileId } = await uploadFile(ctx, actor, { stream: upload, name: "signed.pdf" });
  const { messages, upload: found } = await showFileById(ctx, actor, { fileId });
  return { messages, warnings: found?.signatureWarnings };
}

/** Same length, so that the file structure stays intact and only the signed bytes differ. */
function altered(signed: Buffer): Buffer {
  return Buffer.from(signed.toString("latin1").replace("/MediaBox[0 0 300 400]", "/MediaBox[0 0 300 401]"), "latin1");
}

describe("an upload that carries signatures", () => {
  test("has no warnings when they verify", async () => {
    expect(await after(context(db()), await makeSignedForm())).toEqual({ messages: [signed], warnings: [] });
  });

  test("is accepted with a warning that names the signature and the finding if one does not verify", async () => {
    const { messages, warnings } = await after(context(db()), altered(await makeSignedForm()));
    expect(warnings).toMatchObject([
      { code: "signature_invalid", field: "Sig1", count: 1, finding: { code: "digest_mismatch" } },
    ]);
    expect(messages).toEqual([
      signed,
      {
        type: "warning",
        message: expect.stringMatching(/^The signature “Sig1” in the upload does not verify: .+\.$/) as string,
      },
    ]);
  });

  test("is accepted with a warning if there was no time to check them", async () => {
    const { engine } = context(db());
    const busy = new Proxy(engine, {
      get: (target, name): unknown =>
        name === "verify" ? () => Promise.reject(new EngineBusyError()) : Reflect.get(target, name),
    });
    const { warnings } = await after(context(db(), { engine: busy }), await makeSignedForm());
    expect(warnings).toEqual([{ code: "not_checked", field: null, count: 0, finding: null }]);
  });
});
