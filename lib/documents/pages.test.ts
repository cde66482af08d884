import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { files } from "@/db/schema/files";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { only } from "@/lib/testing/representatives";
import { makeRequest } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { readThumbnail } from "./pages";

const db = useRolledBackDatabase();
const context = useTestContext();

test("draws a page once for mails that are created together, and again for the next", async () => {
  const ctx = context(db());
  const { file: made } = await makeRequest(ctx, { users: [{ email: "ana@x.example", displayName: "Ana" }] });
  const file = only(await ctx.db.select().from(files).where(eq(files.id, made.id)));
  let drawn = 0;
  const counting: typeof ctx = {
    ...ctx,
    engine: {
      ...ctx.engine,
      pageImage: (...given) => {
        drawn += 1;
        return ctx.engine.pageImage(...given);
      },
    },
  };
  const [one, other] = await Promise.all([readThumbnail(counting, file, null), readThumbnail(counting, file, null)]);
  expect(one?.subarray(1, 4).toString()).toBe("PNG");
  expect([other, drawn]).toEqual([one, 1]);
  await readThumbnail(counting, file, null);
  expect(drawn).toBe(2);
});
