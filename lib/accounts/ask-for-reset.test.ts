import pg from "pg";
import { expect, test, vi } from "vitest";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { makeAccount } from "@/lib/testing/accounts";
import { useTestContext } from "@/lib/testing/test-context";
import { askForReset } from "./passwords";

const db = useRolledBackDatabase();
const makeContext = useTestContext();

test("runs the same queries for known and unknown addresses, so that a reset's timing reveals nothing", async () => {
  const ctx = makeContext(db());
  const { email } = await makeAccount(ctx);
  const query = vi.spyOn(pg.Client.prototype, "query");
  const mailsTo = async (address: string): Promise<string[]> => {
    query.mockClear();
    await askForReset(ctx, address);
    return query.mock.calls.map(([statement]: unknown[]) =>
      typeof statement === "string" ? statement : (statement as { text: string }).text,
    );
  };
  const known = await mailsTo(email);
  const unknown = await mailsTo("nobody@x.example");
  query.mockRestore();
  expect(known.length).toBeGreaterThan(2);
  expect(unknown).toEqual(known);
});
