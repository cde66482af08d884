import { describe, expect, test } from "vitest";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import type { Ctx } from "@/lib/context";
import { showFileById } from "@/lib/file-views/show";
import { makeSignedForm } from "@/lib/pades/verify/testing/signed-files";
import { EngineBusyError } from "@/lib/pdf-pool/engine-errors";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { useTestContext } from "@/lib/testing/test-context";
import { uploadFile } from "./upload";

const db = useRolledBackDatabase();
const context = useTestContext();
const told = { type: "info", message: expect.stringContaining("carried signatures already") as string };

async function messagesAfter(ctx: Ctx, upload: Buffer): Promise<{ type: string; message: string }[]> {
  const actor = actingAs(await makeAccount(ctx));
  const { fileId } = await uploadFile(ctx, actor, { stream: upload, name: "signed.pdf" });
  return (await showFileById(ctx, actor, { fileId })).messages;
}

/** The same length, so that the file stays whole and only the signed bytes are others. */
function altered(signed: Buffer): Buffer {
  return Buffer.from(signed.toString("latin1").replace("/MediaBox[0 0 300 400]", "/MediaBox[0 0 300 401]"), "latin1");
}

describe("an upload that carries signatures", () => {
  test("is shown without a warning when they verify", async () => {
    expect(await messagesAfter(context(db()), await makeSignedForm())).toEqual([told]);
  });

  test("is taken with a warning that names the signature and says why, when one does not verify", async () => {
    const warning = {
      type: "warning",
      message: expect.stringMatching(/^The signature “Sig1” that the upload carried does not verify: .+\.$/) as string,
    };
    expect(await messagesAfter(context(db()), altered(await makeSignedForm()))).toEqual([told, warning]);
  });

  test("is taken with a warning when there was no time to check them", async () => {
    const { engine } = context(db());
    const busy = new Proxy(engine, {
      get: (target, name): unknown =>
        name === "verify" ? () => Promise.reject(new EngineBusyError()) : Reflect.get(target, name),
    });
    const warning = {
      type: "warning",
      message: "The signatures that the upload carried could not be checked in time.",
    };
    expect(await messagesAfter(context(db(), { engine: busy }), await makeSignedForm())).toEqual([told, warning]);
  });
});
