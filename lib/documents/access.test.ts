import { describe, expect, test } from "vitest";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import type { AccountActor, Ctx } from "@/lib/context/context";
import { addField } from "@/lib/documents/fields/add";
import { changeField, removeField } from "@/lib/documents/fields/change";
import { showAudit } from "@/lib/evidence/read-chain";
import { DomainError } from "@/lib/platform/errors";
import { createDocument } from "@/lib/requests/create";
import { updateRequest } from "@/lib/requests/update";
import { withdrawFile, withdrawSigner } from "@/lib/requests/withdraw";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { makeRequest } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { deleteFile } from "./delete";

const db = useRolledBackDatabase();
const testContext = useTestContext();
const field = { type: "signature" as const, coordinates: { page: 1, top: 10, left: 10, width: 100, height: 40 } };
const missing = { id: 2_000_000_000, uuid: "0b9d2b5e-5a8e-4a2e-9f0e-2f2f6a1c9d11" };

interface Named {
  id: number;
  uuid: string;
}

/** All operations reserved for the requester. */
const cases: [string, (ctx: Ctx, actor: AccountActor, file: Named, signRequestId: number) => Promise<unknown>][] = [
  ["change the request by uuid", (ctx, actor, { uuid }) => updateRequest(ctx, actor, { uuid, name: "Mine" })],
  ["change the request by id", (ctx, actor, { id }) => updateRequest(ctx, actor, { file: { fileId: id }, status: 1 })],
  [
    "make another request of it",
    (ctx, actor, { id }) =>
      createDocument(ctx, actor, { file: { fileId: id }, name: "Mine", users: [{ email: "x@x.example" }] }),
  ],
  ["withdraw it", (ctx, actor, { id }) => withdrawFile(ctx, actor, { fileId: id })],
  [
    "withdraw a signer",
    (ctx, actor, { id }, signRequestId) => withdrawSigner(ctx, actor, { fileId: id, signRequestId }),
  ],
  ["place a field", (ctx, actor, { uuid }, signRequestId) => addField(ctx, actor, { uuid, signRequestId, ...field })],
  ["change a field", (ctx, actor, { uuid }) => changeField(ctx, actor, { uuid, elementId: 1, label: "x" })],
  ["remove a field", (ctx, actor, { uuid }) => removeField(ctx, actor, { uuid, elementId: 1 })],
  ["delete it", (ctx, actor, { uuid }) => deleteFile(ctx, actor, { uuid })],
  ["read its trail", (ctx, actor, { uuid }) => showAudit(ctx, actor, { uuid })],
];

async function refusalOf(run: Promise<unknown>): Promise<unknown> {
  const error: unknown = await run.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return error instanceof DomainError
    ? { code: error.code, detail: error.detail, violations: error.violations }
    : error;
}

describe("operations for the requester only", () => {
  test.each(cases)(
    "%s: is forbidden to a notified signer with a proved address, and hides the file from everybody else",
    async (_name, run) => {
      const ctx = testContext(db());
      const { file, signers } = await makeRequest(ctx, {
        status: 1,
        users: [
          { email: "notified@x.example" },
          { email: "waiting@x.example", signingOrder: 2 },
          { email: "unproved@x.example" },
        ],
      });
      const signRequestId = signers[0].id;
      const account = async (values: Parameters<typeof makeAccount>[1]) => actingAs(await makeAccount(ctx, values));
      const notified = await account({ email: "notified@x.example" });
      expect(await refusalOf(run(ctx, notified, file, signRequestId))).toMatchObject({ code: "forbidden" });
      const others = [
        await account({ email: "waiting@x.example" }),
        await account({ email: "unproved@x.example", emailProvedAt: null, emailProof: null }),
        await account({ role: "admin" }),
      ];
      for (const other of [...others, notified]) {
        const ofMissing = await refusalOf(run(ctx, other, missing, signRequestId));
        expect(ofMissing).toMatchObject({ code: "not_found" });
        if (other !== notified) expect(await refusalOf(run(ctx, other, file, signRequestId))).toEqual(ofMissing);
      }
    },
  );

  test("hide a draft from its signers as well", async () => {
    const ctx = testContext(db());
    const { file, signers } = await makeRequest(ctx, { users: [{ email: "notified@x.example" }] });
    const signer = actingAs(await makeAccount(ctx, { email: "notified@x.example" }));
    for (const [name, run] of cases)
      expect([name, await refusalOf(run(ctx, signer, file, signers[0].id))]).toMatchObject([
        name,
        { code: "not_found" },
      ]);
  });
});
