import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { signRequests } from "@/db/schema/files";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { saveFields } from "@/lib/documents/fields/save-all";
import { makeRequest } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { findBrokenConditions } from "./state/file-state";

const db = useRolledBackDatabase();
const testContext = useTestContext();

test("names the fields whose conditions stopped working when the order of signers changed", async () => {
  const ctx = testContext(db());
  const { actor, file, signers } = await makeRequest(ctx, {
    users: [
      { email: "ana@x.example", displayName: "Ana", signingOrder: 1 },
      { email: "bo@x.example", displayName: "Bo", signingOrder: 2 },
    ],
  });
  const [ana, bo] = signers;
  const text = (signRequestId: number | undefined, label: string | null, showWhen: string | null) => ({
    type: "text" as const,
    signRequestId: signRequestId ?? 0,
    label,
    showWhen,
    required: false,
    coordinates: { page: 1, top: 100, left: 40, width: 100, height: 20 },
  });
  const { created } = await saveFields(ctx, actor, {
    uuid: file.uuid,
    elements: [
      text(ana?.id, "Town", null),
      text(bo?.id, "Street", 'filled("Town")'),
      text(bo?.id, null, 'filled("Town")'),
    ],
  });
  expect(await findBrokenConditions(ctx, actor, { uuid: file.uuid })).toEqual([]);
  await ctx.db
    .update(signRequests)
    .set({ signingOrder: 3 })
    .where(eq(signRequests.id, ana?.id ?? 0));
  expect(await findBrokenConditions(ctx, actor, { uuid: file.uuid })).toEqual([
    { fieldId: created[1], name: "Street", page: 1 },
    { fieldId: created[2], name: null, page: 1 },
  ]);
});
