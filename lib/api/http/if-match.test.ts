import { beforeEach, describe, expect, test } from "vitest";
import { fields } from "@/db/schema/files";
import { useCommittedDatabase, useRolledBackDatabase } from "@/db/testing/test-database";
import type { Ctx } from "@/lib/context/context";
import { draftScenario, readFile } from "@/lib/signing/testing/signing-scenario";
import { logInByCookie } from "@/lib/testing/accounts";
import { callOperation, type OperationAnswer } from "@/lib/testing/call-operation";
import { oneOfEachClass } from "@/lib/testing/representatives";
import { useTestContext } from "@/lib/testing/test-context";
import { useRuntime } from "@/lib/testing/use-runtime";

const held = useRuntime();
const makeContext = useTestContext();

interface Draft {
  params: { uuid: string };
  signRequestId: number;
  elementId: number;
  headers: Record<string, string>;
  list: () => Promise<OperationAnswer>;
  add: (ifMatch?: string) => Promise<OperationAnswer>;
}

const coordinates = { page: 1, left: 200, top: 200, width: 100, height: 40 };

async function draft(ctx: Ctx): Promise<Draft> {
  const {
    fileId,
    requester,
    signers: [ana],
  } = await draftScenario(ctx, [{ name: "Ana", fields: [{ type: "text" }] }]);
  const params = { uuid: (await readFile(ctx, fileId)).uuid };
  const headers = { cookie: await logInByCookie(ctx, requester.account), origin: ctx.publicUrl };
  const body = { type: "signature", signRequestId: ana.signRequestId, coordinates };
  return {
    params,
    headers,
    signRequestId: ana.signRequestId,
    elementId: ana.fieldIds[0] ?? 0,
    list: () => callOperation("listElements", { params, headers }),
    add: (ifMatch) =>
      callOperation("addElement", {
        params,
        body,
        headers: ifMatch === undefined ? headers : { ...headers, "if-match": ifMatch },
      }),
  };
}

const tagIn = ({ headers }: OperationAnswer): string => headers.get("etag") ?? "";

describe("the fields of a document", () => {
  const db = useRolledBackDatabase();
  let ctx: Ctx;
  beforeEach(() => {
    held.ctx = ctx = makeContext(db());
  });

  test("have a strong tag that changes with every change, and every response contains the current one", async () => {
    const { params, headers, elementId: fieldId, list, add } = await draft(ctx);
    const tags = [tagIn(await list()), tagIn(await add())];
    expect(tagIn(await list())).toBe(tags[1]);
    const changes = [
      { coordinates: { left: 20 } },
      { coordinates: { page: 1, width: 90 } },
      { required: false },
      { label: "City" },
      { value: "Bonn" },
      { type: "name" },
    ];
    for (const body of changes)
      tags.push(
        tagIn(await callOperation("changeElement", { params: { ...params, elementId: fieldId }, headers, body })),
      );
    tags.push(tagIn(await callOperation("removeElement", { params: { ...params, elementId: fieldId }, headers })));
    expect(tagIn(await list())).toBe(tags.at(-1));
    expect(new Set(tags).size).toBe(9);
    for (const tag of tags) expect(tag).toMatch(/^"[\w-]{43}"$/);
  });

  test.each(
    oneOfEachClass<[string, (tag: string) => string, number]>(
      [
        ["the present tag", (tag) => tag, 200],
        ["a list that holds it", (tag) => `"other", ${tag}`, 200],
        ["*", () => "*", 200],
        ["an older tag", () => '"older"', 412],
        ["the present tag as a weak one", (tag) => `W/${tag}`, 412],
        ["no tag at all", () => "garbage", 412],
      ],
      ([, , status]) => String(status),
    ),
  )("If-Match with %s", async (_name, ifMatchOf, status) => {
    const { params, headers: plain, elementId: fieldId, signRequestId, list, add } = await draft(ctx);
    const changing = async (id: string, body?: unknown, more: object = params): Promise<OperationAnswer> =>
      callOperation(id, {
        params: { ...more },
        headers: { ...plain, "if-match": ifMatchOf(tagIn(await list())) },
        ...(body === undefined ? {} : { body }),
      });
    const before = await list();
    const answers = [
      await add(ifMatchOf(tagIn(before))),
      await changing("changeElement", { coordinates: { left: 20 } }, { ...params, elementId: fieldId }),
      await changing(
        "updateRequest",
        { ...params, visibleElements: [{ type: "signature", signRequestId, coordinates }], name: "Renamed" },
        {},
      ),
      await changing("updateRequest", { ...params, name: "Renamed again" }, {}),
      await changing("removeElement", undefined, { ...params, elementId: fieldId }),
    ];
    for (const answer of answers)
      expect([answer.status, answer.body["code"]]).toEqual([status, status === 412 ? "version_conflict" : undefined]);
    if (status === 412) expect((await list()).text).toBe(before.text);
  });

  test("sends a draft only with the fields that If-Match names", async () => {
    const { params, headers, list } = await draft(ctx);
    const release = (ifMatch: string): Promise<OperationAnswer> =>
      callOperation("updateRequest", { headers: { ...headers, "if-match": ifMatch }, body: { ...params, status: 1 } });
    expect((await release('"older"')).body["code"]).toBe("version_conflict");
    expect((await release(tagIn(await list()))).status).toBe(200);
  });

  test("404 and 409 take precedence over 412", async () => {
    const { params, headers, elementId: fieldId } = await draft(ctx);
    const stale = { ...headers, "if-match": '"older"' };
    expect(
      (
        await callOperation("changeElement", {
          params: { ...params, elementId: 2_000_000_000 },
          headers: stale,
          body: {},
        })
      ).body["code"],
    ).toBe("not_found");
    await callOperation("updateRequest", { headers, body: { ...params, status: 1 } });
    expect(
      (await callOperation("removeElement", { params: { ...params, elementId: fieldId }, headers: stale })).body[
        "code"
      ],
    ).toBe("file_not_draft");
  });
});

describe("two concurrent editors with the same tag", () => {
  const database = useCommittedDatabase();

  test("one succeeds and the other gets 412 @exhaustive", async () => {
    const ctx = (held.ctx = makeContext(database().db));
    const { list, add } = await draft(ctx);
    const tag = tagIn(await list());
    const statuses = (await Promise.all([add(tag), add(tag), add(tag)])).map(({ status }) => status).sort();
    expect([statuses, await ctx.db.$count(fields)]).toEqual([[200, 412, 412], 2]);
  });
});
