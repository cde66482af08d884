import { Readable } from "node:stream";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { files } from "@/db/schema/files";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import type { Ctx } from "@/lib/context/context";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import { DomainError } from "@/lib/platform/errors";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { useTestContext } from "@/lib/testing/test-context";
import { fetchFile } from "./upload";

const db = useRolledBackDatabase();
const testContext = useTestContext();
const url = "https://files.example/lease.pdf";

/** An outbound fetch that returns `found`. */
function finding(found: () => Buffer): Partial<Ctx> {
  const outbound: Pick<Ctx["outbound"], "download"> = {
    download: () =>
      Readable.from(
        (function* () {
          yield found();
        })(),
      ),
  };
  return { outbound: outbound as Ctx["outbound"] };
}

test("a fetched PDF becomes a draft of the caller without signers, and its trail names the source", async () => {
  const ctx = testContext(
    db(),
    finding(() => makePdf({ pages: [{}, {}] })),
  );
  const requester = actingAs(await makeAccount(ctx));
  const { fileId } = await fetchFile(ctx, requester, { url, name: "Lease" });
  const [file] = await ctx.db.select().from(files).where(eq(files.id, fileId));
  expect(file).toMatchObject({ name: "Lease", status: "draft", requesterId: requester.account.id, pages: [{}, {}] });
});

test.each([
  [
    "an address that may not be asked",
    () => {
      throw new DomainError("url_not_allowed");
    },
    { code: "url_not_allowed", violations: [{ pointer: "/url" }] },
  ],
  [
    "nothing there",
    () => {
      throw new DomainError("url_unreachable");
    },
    { code: "url_unreachable", violations: [{ pointer: "/url" }] },
  ],
  ["a page there, such as a log-in", () => Buffer.from("<!doctype html>"), { code: "pdf_invalid" }],
])("%s: is refused, with nothing stored", async (_name, found, refusal) => {
  const ctx = testContext(db(), finding(found));
  const requester = actingAs(await makeAccount(ctx));
  await expect(fetchFile(ctx, requester, { url, name: "Lease" })).rejects.toMatchObject(refusal);
  expect(await ctx.db.select().from(files).where(eq(files.requesterId, requester.account.id))).toEqual([]);
});

test("leaves no draft of a caller who left while the PDF was fetched", async () => {
  const leaving = new AbortController();
  const ctx = testContext(db(), {
    ...finding(() => {
      leaving.abort();
      return makePdf({ pages: [{}] });
    }),
    request: { id: "1", address: "127.0.0.1", userAgent: "", left: leaving.signal },
  });
  const requester = actingAs(await makeAccount(ctx));
  await expect(fetchFile(ctx, requester, { url, name: "Lease" })).rejects.toMatchObject({ code: "url_unreachable" });
  expect(await ctx.db.select().from(files).where(eq(files.requesterId, requester.account.id))).toEqual([]);
});

test("is not allowed for accounts that may not send documents", async () => {
  const ctx = testContext(
    db(),
    finding(() => {
      throw new Error("asked");
    }),
  );
  await expect(
    fetchFile(ctx, actingAs(await makeAccount(ctx, { role: "signer" })), { url, name: "Lease" }),
  ).rejects.toMatchObject({ code: "forbidden" });
});
