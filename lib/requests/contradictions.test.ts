import { describe, expect, test } from "vitest";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { makeRequest, readRequest, twoPages } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { createDocument } from "./create";
import type { NewRequest, RequestChange, SignerInput } from "./state/schema";
import { updateRequest } from "./update";

const db = useRolledBackDatabase();
const testContext = useTestContext();
const file = { base64: twoPages.toString("base64") };
const users = [{ email: "ana@x.example" }];

async function draft() {
  const ctx = testContext(db());
  return { ctx, ...(await makeRequest(ctx)) };
}

describe("a contradictory body is answered with 422 and changes nothing", () => {
  test("rejects uuid and file.fileId that name different documents, and accepts the same one twice", async () => {
    const {
      ctx,
      actor,
      file: { id: fileId, uuid },
    } = await draft();
    const other = await makeRequest(ctx);
    const refused: [Pick<RequestChange, "file" | "uuid">, string][] = [
      [{ file: { fileId }, uuid: other.file.uuid }, "/uuid"],
      [{ file: { fileId }, uuid: "no uuid" }, "/uuid"],
      [{ file: { fileId, uuid: other.file.uuid } }, "/file/uuid"],
      [{ file: { uuid: other.file.uuid }, uuid }, "/file/uuid"],
    ];
    for (const [names, pointer] of refused) {
      await expect(updateRequest(ctx, actor, { ...names, name: "Other" })).rejects.toMatchObject({
        code: "validation_failed",
        violations: [{ pointer, code: "ambiguous" }],
      });
    }
    expect((await readRequest(ctx, actor, fileId)).file.name).toBe("Lease");
    await updateRequest(ctx, actor, { file: { fileId, uuid }, uuid: uuid.toUpperCase(), name: "Other" });
    expect((await readRequest(ctx, actor, fileId)).file.name).toBe("Other");
  });

  test("rejects users and signers together, in a POST and in a PATCH", async () => {
    const {
      ctx,
      actor,
      file: { uuid },
    } = await draft();
    const refusal = { code: "validation_failed", violations: [{ pointer: "/signers", code: "ambiguous" }] };
    await expect(createDocument(ctx, actor, { file, name: "Lease", users, signers: users })).rejects.toMatchObject(
      refusal,
    );
    await expect(updateRequest(ctx, actor, { uuid, users, signers: users })).rejects.toMatchObject(refusal);
    await updateRequest(ctx, actor, { uuid, signers: users });
  });

  const pairs: [string, SignerInput, string | null][] = [
    [
      "email and identify.email that differ",
      { email: "a@x.example", identify: { email: "b@x.example" } },
      "/users/0/identify",
    ],
    [
      "email and identify.account that differ",
      { email: "a@x.example", identify: { account: "b@x.example" } },
      "/users/0/identify",
    ],
    [
      "both members of identify that differ",
      { identify: { email: "a@x.example", account: "b@x.example" } },
      "/users/0/identify",
    ],
    ["two names that differ", { email: "a@x.example", displayName: "A", display_name: "B" }, "/users/0/display_name"],
    [
      "one address given three times, in any case",
      { email: "A@x.example", identify: { email: "a@x.example", account: " a@X.example " } },
      null,
    ],
    ["one name given twice", { email: "a@x.example", displayName: "A", display_name: "A" }, null],
  ];
  test.each(pairs)("%s", async (_name, user, pointer) => {
    const { ctx, actor } = await draft();
    const posted = createDocument(ctx, actor, { file, name: "Lease", users: [user] } satisfies NewRequest);
    if (pointer === null) await posted;
    else
      await expect(posted).rejects.toMatchObject({
        code: "validation_failed",
        violations: [{ pointer, code: "ambiguous" }],
      });
  });
});

test.each<[SignerInput[], string, string]>([
  [[{ identify: { account: "nobody-here" } }], "/users/0/identify/account", "email_invalid"],
  [[{ identify: { email: "nobody-here" } }], "/users/0/identify/email", "email_invalid"],
  [[{ email: "nobody-here", identify: { account: "nobody-here" } }], "/users/0/email", "email_invalid"],
  [[{ displayName: "Ana" }], "/users/0/email", "required"],
  [[...users, { identify: { account: "ANA@x.example" } }], "/users/1/identify/account", "duplicate"],
])("points at the member that contains the rejected address: %j", async (signers, pointer, code) => {
  const { ctx, actor } = await draft();
  await expect(createDocument(ctx, actor, { file, name: "Lease", users: signers })).rejects.toMatchObject({
    code: "validation_failed",
    violations: [{ pointer, code }],
  });
});

test("rejects a PATCH with an empty list of signers with 422, under either name and in any state @exhaustive", async () => {
  const ctx = testContext(db());
  for (const status of [0, 1] as const) {
    const {
      actor,
      file: { id, uuid },
      signers,
    } = await makeRequest(ctx, { status });
    for (const change of [{ users: [] }, { signers: [] }, { users: [], status: 1 }]) {
      await expect(updateRequest(ctx, actor, { uuid, ...change })).rejects.toMatchObject({
        code: "validation_failed",
        violations: [{ pointer: "/users", code: "too_few" }],
      });
    }
    expect((await readRequest(ctx, actor, id)).signers).toEqual(signers);
  }
});
