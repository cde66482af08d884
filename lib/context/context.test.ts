import { expect, test } from "vitest";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { useTestContext } from "@/lib/testing/test-context";

const db = useRolledBackDatabase();
const makeContext = useTestContext();

test("refuses to use the document store in a database transaction", async () => {
  const ctx = makeContext(db());
  await expect(ctx.tx((tx) => tx.blobs.check())).rejects.toThrow("blobs.check was called in a transaction");
});
