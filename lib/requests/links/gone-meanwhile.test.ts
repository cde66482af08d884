import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { files } from "@/db/schema/files";
import { useCommittedDatabase, useRolledBackDatabase } from "@/db/testing/test-database";
import { toDomainError } from "@/lib/api/http/responses";
import { makeCtx, type Ctx } from "@/lib/context/context";
import { deleteFile } from "@/lib/documents/delete";
import { compareFileReaders } from "@/lib/documents/upload/compare-file-readers";
import { readTrail, trailBreaksAt } from "@/lib/records/audit/events";
import { updateRequest } from "@/lib/requests/update";
import { makeRequest } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";

const db = useRolledBackDatabase();
const testContext = useTestContext();

const codeOf = (error: unknown) => toDomainError(error).code;

/** The context with an engine that calls `run` before the given method. */
function happeningBefore(ctx: Ctx, method: "prepare" | "certify" | "compareReaders", run: () => Promise<unknown>): Ctx {
  const engine = new Proxy(ctx.engine, {
    get(target, name) {
      const own = Reflect.get(target, name) as unknown;
      if (name !== method) return own;
      return async (...args: unknown[]) => {
        await run();
        return (own as (...given: unknown[]) => Promise<unknown>)(...args);
      };
    },
  });
  return makeCtx({ ...ctx, engine });
}

describe("a draft deleted during its release", () => {
  test.each(["compareReaders", "prepare", "certify"] as const)(
    "before %s answers 404 and records no damaged bytes @exhaustive",
    async (method) => {
      const ctx = testContext(db());
      const { actor, file } = await makeRequest(ctx);
      const racing = happeningBefore(ctx, method, () => deleteFile(ctx, actor, { uuid: file.uuid }));
      const refusal: unknown = await updateRequest(racing, actor, { uuid: file.uuid, status: 1 }).catch(
        (error: unknown) => error,
      );
      expect(codeOf(refusal)).toBe("not_found");
      const trail = await readTrail(ctx, file.id);
      expect(trail.map(({ type }) => type)).not.toContain("integrity.failed");
      expect(trailBreaksAt(file, trail)).toBeNull();
    },
  );
});

test("finishes the page comparison of a deleted draft without retrying it @exhaustive", async () => {
  const ctx = testContext(db());
  const { actor, file } = await makeRequest(ctx);
  await deleteFile(ctx, actor, { uuid: file.uuid });
  await expect(compareFileReaders(ctx, file.id)).resolves.toBeUndefined();
});

describe("a release and a deletion at the same moment", () => {
  const database = useCommittedDatabase();

  test("concurrent release and deletion: one succeeds and the other gets 404 or 409, in every round @exhaustive", async () => {
    const ctx = testContext(database().db);
    const refusals = new Set<string>();
    for (let round = 0; round < 10; round++) {
      const { actor, file } = await makeRequest(ctx);
      const outcomes = await Promise.allSettled([
        updateRequest(ctx, actor, { uuid: file.uuid, status: 1 }),
        deleteFile(ctx, actor, { uuid: file.uuid }),
      ]);
      for (const outcome of outcomes) if (outcome.status === "rejected") refusals.add(codeOf(outcome.reason));
      const [after] = await ctx.db.select().from(files).where(eq(files.id, file.id));
      expect([after?.status, outcomes.map(({ status }) => status)]).toBeOneOf([
        ["deleted", ["rejected", "fulfilled"]],
        ["able_to_sign", ["fulfilled", "rejected"]],
      ]);
    }
    for (const code of refusals) expect(["not_found", "file_not_draft", "race_lost"]).toContain(code);
  });
});
