import { beforeAll, describe, expect, test } from "vitest";
import { linkFor, newPerson } from "@/e2e/journey";
import {
  create,
  expectProblem,
  made,
  mailsTo,
  newAccount,
  pdf,
  settleMails,
  sharedWorld,
  validate,
  type World,
} from "./world";

let world: World;
beforeAll(async () => {
  world = await sharedWorld();
});

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const total = async () =>
  (await world.api.call<{ pagination: { total: number } }>("GET", "/file/list", { as: world.requester })).body
    .pagination.total;
const ana = { email: "ana@x.example", displayName: "Ana" };

describe("creating a request", () => {
  test("returns a draft's IDs, notifies nobody, and shows the signer as given in validate", async () => {
    const { email } = newPerson("ana");
    const answer = await made(create(world, [{ email, displayName: "Ana" }], { status: 0, name: "document" }));
    expect(Number.isInteger(answer.fileId)).toBe(true);
    expect([answer.data.fileId, answer.data.uuid]).toEqual([answer.fileId, answer.uuid]);
    expect(answer.uuid).toMatch(uuidPattern);
    const file = await validate(world, answer.fileId);
    expect([file.status, file.signers.map((signer) => [Number.isInteger(signer.signRequestId), signer.email])]).toEqual(
      [0, [[true, email]]],
    );
    await settleMails(world);
    expect(await mailsTo(world, email)).toEqual([]);
  });

  test("with status 1, sends each signer one e-mail with distinct links without the file's UUID", async () => {
    const emails = [newPerson("a").email, newPerson("b").email];
    const { uuid } = await made(
      create(
        world,
        emails.map((email) => ({ email })),
        { status: 1 },
      ),
    );
    const links = [
      await linkFor(world.api, world.admin, emails[0] ?? ""),
      await linkFor(world.api, world.admin, emails[1] ?? ""),
    ];
    expect(new Set([...links, uuid]).size).toBe(3);
    for (const link of links) expect(link).toMatch(uuidPattern);
    await settleMails(world);
    expect([(await mailsTo(world, emails[0] ?? "")).length, (await mailsTo(world, emails[1] ?? "")).length]).toEqual([
      1, 1,
    ]);
  });

  test("reads the same pages from a document by URL as by base64", async () => {
    const byUrl = await made(create(world, [ana], { file: { url: `${world.listener}/document.pdf` } }));
    expect((await validate(world, byUrl.fileId)).pages).toBe((await made(create(world, [ana]))).data.pages);
  });

  test("refuses accounts without permission and calls without credentials, and stores nothing", async () => {
    const before = await total();
    const json = { file: { base64: pdf }, name: "Lease", users: [ana] };
    expectProblem(
      await world.api.call("POST", "/request-signature", {
        as: await newAccount(world.api, world.admin, "signer"),
        json,
      }),
      403,
    );
    expectProblem(await world.api.call("POST", "/request-signature", { json }), 401);
    expect(await total()).toBe(before);
  });

  test.each([[""], ["   "], [undefined], ["x".repeat(256)], [12]])(
    "refuses the name %j by its member",
    async (name) => {
      const answer = await create(world, [ana], { name });
      expectProblem(answer, 422);
      expect(JSON.stringify(answer.body)).toContain("name");
    },
  );

  test.each([{}, { invalid: "" }, { base64: "" }, { url: "" }, { base64: null }, { base64: "A", url: "B" }])(
    "refuses the source %j",
    async (file) => {
      expectProblem(await create(world, [ana], { file }), 422);
    },
  );

  const notBase64 = [
    "invalid",
    ";;,invalid",
    "data:application/pdf,invalid",
    "data:application/pdf;,invalid",
    "data:application/pdf;text,invalid",
    "data:application/pdf;base64,invalid",
    "data:application/pdf;base64,MQ==",
  ];
  test.each(notBase64)("refuses %s as a document and creates no file", async (base64) => {
    const before = await total();
    expectProblem(await create(world, [ana], { file: { base64 } }), 422);
    expect(await total()).toBe(before);
  });

  test("treats a data URL and bare base64 as the same document", async () => {
    const [asUrl, bare] = [
      await made(create(world, [ana], { file: { base64: `data:application/pdf;base64,${pdf}` } })),
      await made(create(world, [ana])),
    ];
    expect((asUrl.data as unknown as { originalSha256: string }).originalSha256).toBe(
      (bare.data as unknown as { originalSha256: string }).originalSha256,
    );
  });

  test("refuses bytes that only begin like a PDF", async () => {
    expectProblem(
      await create(world, [ana], { file: { base64: Buffer.from("%PDF-1.7\n1 0 obj\n<<").toString("base64") } }),
      422,
    );
  });

  test.each([
    [[]],
    [undefined],
    [{ email: "ana@x.example" }],
    [[{}]],
    [[{ email: "" }]],
    [[{ email: "x" }]],
    [["ana@x.example"]],
  ])("refuses users %j", async (users) => {
    expectProblem(await create(world, users as never), 422);
  });

  test("refuses an address repeated in another case", async () => {
    expectProblem(await create(world, [ana, { email: "ANA@x.example" }]), 422);
  });

  test.each([3, 4, 2, "a", -1, "1", true, null])("refuses status %j", async (status) => {
    expectProblem(await create(world, [ana], { status }), 422);
  });

  test("sends a signer's description in the e-mail, and reads display_name as displayName", async () => {
    const { email } = newPerson("ana");
    const { fileId } = await made(
      create(world, [{ email, display_name: "Ana Old", description: "Read section 3" }], { status: 1 }),
    );
    await linkFor(world.api, world.admin, email);
    expect((await mailsTo(world, email))[0]).toContain("Read section 3");
    expect((await validate(world, fileId)).signers[0]?.displayName).toBe("Ana Old");
  });
});
