import { beforeEach, expect, test } from "vitest";
import { files } from "@/db/schema/files";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { createToken } from "@/lib/accounts/tokens";
import type { Ctx } from "@/lib/context/context";
import { formPdf } from "@/lib/pdf/testing/hand-written-pdf";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { callOperation } from "@/lib/testing/call-operation";
import { useTestContext } from "@/lib/testing/test-context";
import { useRuntime } from "@/lib/testing/use-runtime";

const held = useRuntime();

const db = useRolledBackDatabase();
const makeContext = useTestContext();
let ctx: Ctx;
beforeEach(() => {
  held.ctx = ctx = makeContext(db());
});

test("refuses an XFA form without pages by name, with a hint about what to do", async () => {
  const { token } = await createToken(ctx, actingAs(await makeAccount(ctx)), { name: "t" });
  const xfa = formPdf({
    widgets: ["/FT/Tx/T(a)/Rect[10 10 60 30]/F 4"],
    form: "/XFA(<xdp/>)",
    catalog: "/NeedsRendering true",
  });
  const { status, headers, body } = await callOperation("createRequest", {
    headers: { authorization: `Bearer ${token}` },
    body: { name: "Lease", file: { base64: xfa.toString("base64") }, users: [{ email: "ana@x.example" }] },
  });
  expect([status, headers.get("content-type")?.split(";")[0]]).toEqual([422, "application/problem+json"]);
  expect(body).toMatchObject({ code: "pdf_xfa", detail: expect.stringMatching(/print|save/i) as string });
  expect(await ctx.db.$count(files)).toBe(0);
});
