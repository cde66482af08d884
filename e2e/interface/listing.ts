import { beforeAll, describe, expect, test } from "vitest";
import { linkFor, waitUntilSigned } from "@/e2e/journey";
import {
  create,
  expectProblem,
  made,
  newAccount,
  register,
  released,
  sharedWorld,
  signPassword,
  validate,
  type FileObject,
  type World,
} from "./world";

let world: World;
beforeAll(async () => {
  world = await sharedWorld();
});

interface List {
  data: FileObject[];
  pagination: {
    total?: number;
    current: string | null;
    next: string | null;
    prev: string | null;
    last: string | null;
    first: string | null;
    nextCursor: string | null;
  };
}
const list = async (as: { email: string; password: string }, query = "") =>
  (await world.api.call<List>("GET", `/file/list${query}`, { as })).body;

describe("lists and views", () => {
  test("pages five files by two, with links to existing pages only", async () => {
    const owner = await newAccount(world.api, world.admin, "requester");
    for (let made = 0; made < 5; made++) await create({ ...world, requester: owner }, [{ email: "ana@x.example" }]);
    const [first, second, third] = [
      await list(owner, "?length=2"),
      await list(owner, "?length=2&page=2"),
      await list(owner, "?length=2&page=3"),
    ];
    expect([first.data.length, second.data.length, third.data.length, first.pagination.total]).toEqual([2, 2, 1, 5]);
    expect([first.pagination.prev, first.pagination.first, third.pagination.next, third.pagination.last]).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect([first.pagination.next, first.pagination.last]).toEqual([
      expect.stringContaining("page=2"),
      expect.stringContaining("page=3"),
    ]);
    for (const link of [
      second.pagination.current,
      second.pagination.next,
      second.pagination.prev,
      second.pagination.first,
      second.pagination.last,
    ])
      expect(link).toContain(`${world.api.origin}/api/v1/file/list?`);
  });

  test("returns an empty list with a total of 0 and no links", async () => {
    expect(await list(await newAccount(world.api, world.admin, "requester"))).toEqual({
      data: [],
      pagination: { total: 0, current: null, next: null, prev: null, last: null, first: null, nextCursor: null },
    });
  });

  test("shows each viewer their own rows, without others' drafts", async () => {
    const signer = await newAccount(world.api, world.admin, "signer");
    const draft = await made(create(world, [{ email: signer.email }]));
    const { fileId } = await made(create(world, [{ email: signer.email }], { status: 1 }));
    const [row] = (await list(world.requester, "?length=1")).data;
    expect(row).toMatchObject({
      name: "Lease",
      status: 1,
      statusText: expect.any(String) as string,
      requested_by: { uid: world.requester.email },
      signers: [{ email: signer.email, me: false, identifyMethods: [{ method: "account" }] }],
    });
    const seen = (await list(signer)).data;
    expect(seen.map((file) => [file.fileId, file.signers[0]?.me])).toEqual([[fileId, true]]);
    const strangers = (await list(await newAccount(world.api, world.admin, "requester"))).data.map(
      (file) => file.fileId,
    );
    expect(strangers.filter((id) => id === fileId || id === draft.fileId)).toEqual([]);
  });

  test("shows everyone the reduced view, and signers their own", async () => {
    const signer = await newAccount(world.api, world.admin, "signer");
    const { uuid, fileId } = await made(create(world, [{ email: signer.email }], { status: 1 }));
    const link = await linkFor(world.api, world.admin, signer.email);
    const anonymous = (await world.api.call<FileObject>("GET", `/file/validate/uuid/${uuid}`)).body;
    expect([anonymous.signers[0]?.me, anonymous.settings.canSign, anonymous.settings.canRequestSign]).toEqual([
      false,
      false,
      false,
    ]);
    expect(JSON.stringify(anonymous)).not.toContain(signer.email);
    const own = await validate(world, fileId, signer);
    expect([own.signers[0]?.me, own.settings.canSign, own.settings.signerFileUuid]).toEqual([true, true, link]);
    expect(JSON.stringify(await validate(world, fileId))).not.toContain(link);
  });

  test.each(["file_id/2147483647", "file_id/171000", "uuid/invalid", "invalid", "file_id/invalid"])(
    "answers validate/%s with not found and an error message",
    async (path) => {
      expectProblem(await world.api.call("GET", `/file/validate/${path}`, { as: world.requester }), 404);
    },
  );

  test("keeps a signature in the document after its signer was erased", async () => {
    const { uuid, signer, link, fileId } = await released(world, { signMethod: "password" });
    await register(world, signer, link);
    expect(
      (await world.api.call("POST", `/sign/file_id/${fileId}`, { as: signer, json: { password: signPassword } }))
        .status,
    ).toBe(200);
    await waitUntilSigned(world.api, world.requester, uuid);
    const anonymous = (await world.api.call<FileObject>("GET", `/file/validate/uuid/${uuid}`)).body;
    expect(anonymous.signers[0]?.signature?.verdict).toMatch(/^intact/);
    expect((await validate(world, fileId)).signers[0]?.signature?.subject).toContain("Ana");
  });
});
