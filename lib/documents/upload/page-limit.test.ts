import { expect, test } from "vitest";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { defaultLimits } from "@/lib/platform/limits";
import { createDocument } from "@/lib/requests/create";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { twoPages } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";

const db = useRolledBackDatabase();
const testContext = useTestContext();

test("an upload has at most as many pages as LIMITS allows", async () => {
  const upload = async (pdfPages: number): Promise<unknown> => {
    const ctx = testContext(db(), { limits: { ...defaultLimits, pdfPages } });
    return createDocument(ctx, actingAs(await makeAccount(ctx)), {
      file: { base64: twoPages.toString("base64") },
      name: "Lease",
      users: [{ email: "ana@x.example" }],
      status: 0,
    });
  };
  await expect(upload(1)).rejects.toMatchObject({ code: "too_large" });
  await expect(upload(2)).resolves.toMatchObject({ fileId: expect.any(Number) as number });
});
