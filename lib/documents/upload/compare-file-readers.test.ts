import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { files } from "@/db/schema/files";
import { templateDocuments } from "@/db/schema/templates";
import { outboxJobs } from "@/db/schema/work";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import type { Ctx } from "@/lib/context/context";
import { EngineBusyError, EngineTimeoutError } from "@/lib/engine/lines/waiting-line";
import type { ReaderFindings } from "@/lib/engine/pictures/compare-readers";
import { formPdf } from "@/lib/pdf/testing/hand-written-pdf";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import { createFromTemplate } from "@/lib/requests/create-from-template";
import { createTemplate } from "@/lib/requests/templates/create";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { makeRequest } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { compareFileReaders } from "./compare-file-readers";
import { setFormValues } from "./form-values";
import { uploadFile } from "./upload";

const db = useRolledBackDatabase();
const context = useTestContext();

async function uploaded(): Promise<{ ctx: Ctx; fileId: number }> {
  const ctx = context(db());
  const bytes = makePdf({ pages: [{}, {}] });
  async function* stream(): AsyncGenerator<Buffer> {
    yield bytes;
  }
  return { ctx, ...(await uploadFile(ctx, actingAs(await makeAccount(ctx)), { stream: stream(), name: "contract" })) };
}

async function readersOf(ctx: Ctx, fileId: number): Promise<unknown> {
  return (await ctx.db.select().from(files).where(eq(files.id, fileId)))[0]?.readers;
}

test("answers an upload before the comparison, which is queued and noted once", async () => {
  const { ctx, fileId } = await uploaded();
  expect(await readersOf(ctx, fileId)).toBeNull();
  expect((await ctx.db.select().from(outboxJobs)).map(({ kind, payload }) => ({ kind, payload }))).toContainEqual({
    kind: "compareReaders",
    payload: { fileId },
  });
  await compareFileReaders(ctx, fileId);
  const noted = { compared: 2, of: 2, differences: [] };
  expect(await readersOf(ctx, fileId)).toEqual(noted);
  await compareFileReaders(
    {
      ...ctx,
      engine: { ...ctx.engine, compareReaders: () => Promise.resolve({ compared: 0, of: 0, differences: [] }) },
    },
    fileId,
  );
  expect(await readersOf(ctx, fileId)).toEqual(noted);
});

test("compares a document released in the call that created it by its upload", async () => {
  const ctx = context(db());
  const { file } = await makeRequest(ctx, { status: 1 });
  const compared: number[] = [];
  const engine = {
    ...ctx.engine,
    compareReaders: (segments: readonly unknown[]) =>
      Promise.resolve({ compared: 2, of: compared.push(segments.length) + 1, differences: [] }),
  };
  await compareFileReaders({ ...ctx, engine }, file.id);
  expect(compared).toEqual([1]);
  expect(await readersOf(ctx, file.id)).toEqual({ compared: 2, of: 2, differences: [] });
});

test("leaves the file uncompared if a page takes too long, and notes it", async () => {
  const { ctx, fileId } = await uploaded();
  await compareFileReaders(
    { ...ctx, engine: { ...ctx.engine, compareReaders: () => Promise.reject(new EngineTimeoutError("readFacts", 1)) } },
    fileId,
  );
  expect(await readersOf(ctx, fileId)).toEqual({ compared: 0, of: 2, differences: [] });
});

test("lets a release wait for a comparison already running in the outbox", async () => {
  const { ctx, fileId } = await uploaded();
  let calls = 0;
  let answer: (findings: ReaderFindings) => void = () => undefined;
  const engine = {
    ...ctx.engine,
    compareReaders: () =>
      new Promise<ReaderFindings>((resolve) => {
        calls += 1;
        answer = resolve;
      }),
  };
  const both = [1, 2].map(() => compareFileReaders({ ...ctx, engine }, fileId));
  await expect.poll(() => calls).toBe(1);
  // Statements are processed in order, so the second has read the file by now.
  for (let statement = 0; statement < 5; statement++) await readersOf(ctx, fileId);
  answer({ compared: 2, of: 2, differences: [] });
  await Promise.all(both);
  expect(calls).toBe(1);
  expect(await readersOf(ctx, fileId)).toEqual({ compared: 2, of: 2, differences: [] });
});

test("repeats a failed comparison at the next request", async () => {
  const { ctx, fileId } = await uploaded();
  let calls = 0;
  const engine = {
    ...ctx.engine,
    compareReaders: () =>
      ++calls === 1 ? Promise.reject(new EngineBusyError()) : Promise.resolve({ compared: 2, of: 2, differences: [] }),
  };
  await expect(compareFileReaders({ ...ctx, engine }, fileId)).rejects.toThrow(EngineBusyError);
  await compareFileReaders({ ...ctx, engine }, fileId);
  expect([calls, await readersOf(ctx, fileId)]).toEqual([2, { compared: 2, of: 2, differences: [] }]);
});

test("compares bytes that replaced the compared ones, and notes only a template's own bytes for it", async () => {
  const ctx = context(db());
  const actor = actingAs(await makeAccount(ctx));
  const form = formPdf({ widgets: ["/FT/Tx/T(town)/V(Lisbon)/Rect[10 10 110 30]/F 4"] });
  const { templateId } = await createTemplate(ctx, actor, {
    name: "Form",
    file: { base64: form.toString("base64") },
    roles: [{ name: "Tenant" }],
  });
  const { fileId } = await createFromTemplate(ctx, actor, {
    id: templateId,
    people: { Tenant: { email: "ana@x.example" } },
  });
  const [{ uuid = "" } = {}] = await ctx.db.select().from(files).where(eq(files.id, fileId));
  const answers: ((findings: ReaderFindings) => void)[] = [];
  const compareReaders = () => new Promise<ReaderFindings>((resolve) => answers.push(resolve));
  const comparing = compareFileReaders({ ...ctx, engine: { ...ctx.engine, compareReaders } }, fileId);
  await expect.poll(() => answers.length).toBe(1);
  await setFormValues(ctx, actor, { uuid, values: "fields" });
  answers[0]?.({ compared: 1, of: 1, differences: [] });
  await expect.poll(() => answers.length).toBe(2);
  expect(await readersOf(ctx, fileId)).toBeNull();
  const differing = { compared: 1, of: 1, differences: [{ page: 1, kind: "text" }] };
  answers[1]?.(differing as never);
  await comparing;
  expect(await readersOf(ctx, fileId)).toEqual(differing);
  expect((await ctx.db.select().from(templateDocuments)).map(({ readers }) => readers)).toEqual([null]);
});
