import { beforeAll, describe, expect, test } from "vitest";
import { linkFor, newPerson } from "@/e2e/journey";
import {
  create,
  expectProblem,
  made,
  mailsTo,
  newAccount,
  settleMails,
  sharedWorld,
  validate,
  type FileObject,
  type World,
} from "./world";

let world: World;
beforeAll(async () => {
  world = await sharedWorld();
});

const patch = (json: unknown, as = world.requester) =>
  world.api.call<{ data: FileObject }>("PATCH", "/request-signature", { as, json });

describe("changing a request", () => {
  test("releases a draft once, and sends and changes nothing on a repeat or a return to draft", async () => {
    const emails = [newPerson("a").email, newPerson("b").email];
    const { fileId } = await made(
      create(
        world,
        emails.map((email) => ({ email })),
      ),
    );
    const mails = async () =>
      (await Promise.all(emails.map((email) => mailsTo(world, email)))).map((list) => list.length);
    expect((await patch({ file: { fileId }, status: 1 })).body.data.status).toBe(1);
    expect((await patch({ file: { fileId }, status: 1 })).status).toBe(200);
    expectProblem(await patch({ file: { fileId }, status: 0 }), 422);
    await settleMails(world);
    expect([await mails(), (await validate(world, fileId)).status]).toEqual([[1, 1], 1]);
  });

  test("replaces the set of users and keeps ID and link of those who stay", async () => {
    const emails = [newPerson("a").email, newPerson("b").email];
    const { uuid, fileId } = await made(
      create(
        world,
        emails.map((email) => ({ email })),
        { status: 1 },
      ),
    );
    const link = await linkFor(world.api, world.admin, emails[0] ?? "");
    const before = (await validate(world, fileId)).signers.find(({ email }) => email === emails[0])?.signRequestId;
    expect((await patch({ uuid, users: [{ email: emails[0] }] })).status).toBe(200);
    expect((await validate(world, fileId)).signers.map(({ signRequestId }) => signRequestId)).toEqual([before]);
    await settleMails(world);
    expect(await linkFor(world.api, world.admin, emails[0] ?? "")).toBe(link);
  });

  test("changes nothing for another account, a file without a name, or a missing file name", async () => {
    const { uuid, fileId } = await made(create(world, [{ email: "ana@x.example" }]));
    expectProblem(await patch({ uuid, name: "Mine now" }, await newAccount(world.api, world.admin, "requester")), 404);
    expectProblem(await patch({ name: "Whose?" }), 422);
    for (const file of [
      { uuid: crypto.randomUUID() },
      { file: { fileId: 2147483647 } },
      { file: { fileId: 2147483648 } },
      { uuid: "invalid" },
    ])
      expectProblem(await patch({ ...file, name: "None" }), 404);
    expect((await validate(world, fileId)).name).toBe("Lease");
  });

  test("refuses to release a request without signers", async () => {
    const upload = await world.api.call<FileObject>("POST", "/file?name=Alone", {
      as: world.requester,
      body: Buffer.from(await document()),
      type: "application/pdf",
    });
    expectProblem(await patch({ uuid: upload.body.uuid, status: 1 }), 422);
    expect((await validate(world, upload.body.id)).status).toBe(0);
  });

  test("notifies a signer removed from a sent request, but not from a draft, and leaves a draft when no signer is left", async () => {
    for (const status of [0, 1] as const) {
      const { email } = newPerson("gone");
      const { fileId, data } = await made(create(world, [{ email }, { email: newPerson("b").email }], { status }));
      await settleMails(world);
      const remove = (signRequestId = 0) =>
        world.api.call("DELETE", `/sign/file_id/${fileId}/${signRequestId}`, { as: world.requester });
      expect((await remove(data.signers.find((signer) => signer.email === email)?.signRequestId)).status).toBe(200);
      expect((await validate(world, fileId)).signers.map((signer) => signer.email)).not.toContain(email);
      await settleMails(world);
      expect((await mailsTo(world, email)).length).toBe(status === 1 ? 2 : 0);
      await remove(data.signers.find((signer) => signer.email !== email)?.signRequestId);
      expect((await validate(world, fileId)).status).toBe(0);
    }
  });

  test("does not remove a signer of another file", async () => {
    const [one, other] = [
      await made(create(world, [{ email: "ana@x.example" }])),
      await made(create(world, [{ email: "bo@x.example" }])),
    ];
    expectProblem(
      await world.api.call("DELETE", `/sign/file_id/${one.fileId}/${other.data.signers[0]?.signRequestId ?? 0}`, {
        as: world.requester,
      }),
      404,
    );
    expect([
      (await validate(world, one.fileId)).signers.length,
      (await validate(world, other.fileId)).signers.length,
    ]).toEqual([1, 1]);
  });
});

async function document(): Promise<ArrayBuffer> {
  return (await fetch(`${world.listener}/document.pdf`)).arrayBuffer();
}
