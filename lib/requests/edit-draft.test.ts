import pg from "pg";
import { expect, test, vi } from "vitest";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { listFields } from "@/lib/documents/fields/list";
import { makeRequest } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { updateRequest } from "./update";

const db = useRolledBackDatabase();
const makeContext = useTestContext();

async function draft() {
  const ctx = makeContext(db());
  const { actor, file, signers } = await makeRequest(ctx);
  const signRequestId = signers[0].id;
  const field = (top: number) => ({
    type: "text" as const,
    signRequestId,
    coordinates: { page: 1, left: 20, top, width: 60, height: 12 },
  });
  const patch = (visibleElements: NonNullable<Parameters<typeof updateRequest>[2]["visibleElements"]>) =>
    updateRequest(ctx, actor, { uuid: file.uuid, visibleElements });
  const stored = async () => (await listFields(ctx, actor, { uuid: file.uuid })).data;
  return { field, patch, stored };
}

const textOf = (sent: unknown): string =>
  (typeof sent === "string" ? sent : (sent as { text?: string } | undefined)?.text) ?? "";

test("a PATCH of fifty fields runs as many statements as one of two, for new and changed fields", async () => {
  const { field, patch, stored } = await draft();
  const query = vi.spyOn(pg.Client.prototype, "query");
  const statements = async (fields: Parameters<typeof patch>[0]): Promise<number> => {
    query.mockClear();
    await patch(fields);
    // Work that other tests of this process left behind has connections of its own.
    // The clock is read again after a second, whatever the statements in between.
    const contexts = query.mock.contexts.filter(
      (_, index) => !textOf(query.mock.calls[index]?.[0]).includes("clock_timestamp()"),
    );
    return Math.max(...contexts.map((client) => contexts.filter((other) => other === client).length));
  };
  const many = Array.from({ length: 50 }, (_, index) => field(index * 13));
  const [ofTwo, ofFifty] = [await statements(many.slice(0, 2)), await statements(many)];
  const ids = (await stored()).map(({ elementId }) => elementId);
  const moved = ids.map((elementId) => ({ elementId, coordinates: { left: 200 } }));
  const [twoMoved, allMoved] = [await statements(moved.slice(0, 2)), await statements(moved)];
  query.mockRestore();
  expect(ids).toHaveLength(52);
  expect([ofFifty, allMoved]).toEqual([ofTwo, twoMoved]);
  expect((await stored()).every(({ coordinates }) => coordinates.left === 200)).toBe(true);
});

test("a PATCH adds and changes fields together, keeps the others, and names a refused one", async () => {
  const { field, patch, stored } = await draft();
  await patch([field(20), field(40)]);
  const [first, second] = await stored();
  await patch([{ elementId: second?.elementId, label: "Rent" }, field(60)]);
  expect((await stored()).map(({ label, coordinates: { top } }) => [label, top])).toEqual([
    [null, 20],
    ["Rent", 40],
    [null, 60],
  ]);
  const elementId = first?.elementId;
  const refusals = [
    [[field(80), { type: "text" as const }], "validation_failed", "/visibleElements/1/signRequestId"],
    [[{ elementId }, { elementId }], "validation_failed", "/visibleElements/1/elementId"],
    [[field(80), { elementId: 2_000_000_000 }], "not_found", "/visibleElements/1/elementId"],
    [[field(80), field(5000)], "element_outside_page", "/visibleElements/1/coordinates"],
  ] as const;
  for (const [fields, code, pointer] of refusals)
    await expect(patch([...fields])).rejects.toMatchObject({ code, violations: [{ pointer }] });
  expect(await stored()).toHaveLength(3);
});
