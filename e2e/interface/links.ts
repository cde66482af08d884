import { beforeAll, describe, expect, test } from "vitest";
import { linkFor, newPerson } from "@/e2e/journey";
import {
  create,
  expectProblem,
  made,
  mailsTo,
  newAccount,
  register,
  released,
  settleMails,
  sharedWorld,
  signPassword,
  validate,
  type World,
} from "./world";

let world: World;
beforeAll(async () => {
  world = await sharedWorld();
});

const open = (link: string, as: { email: string; password: string } | null = null, rest = "") =>
  world.api.call("GET", `/sign/uuid/${link}${rest}`, { as });
const trail = async (uuid: string) =>
  (
    await world.api.call<{ data: { type: string }[] }>("GET", `/file/${uuid}/audit`, { as: world.requester })
  ).body.data.map(({ type }) => type);

describe("opening links", () => {
  test("shows the holder the document, and nothing to a file's UUID or another account's session", async () => {
    const { uuid, signer, link } = await released(world);
    expect((await open(link)).status).toBe(200);
    await register(world, signer, link);
    expect((await open(link, signer)).status).toBe(200);
    expectProblem(await open(uuid), 404);
    for (const rest of ["", "/content", "/pages", "/pages/1/image"]) {
      const refused = await open(link, await newAccount(world.api, world.admin, "signer"), rest);
      expectProblem(refused, 403);
      expect(JSON.stringify(refused.body)).not.toContain(signer.email);
    }
    expectProblem(
      await world.api.call("POST", `/sign/uuid/${link}/code`, {
        as: await newAccount(world.api, world.admin, "signer"),
      }),
      403,
    );
    expect(await trail(uuid)).toContain("link.wrong_account");
  });

  test("serves bytes and pages to the requester and notified signers only", async () => {
    const { uuid, signer, link } = await released(world);
    await register(world, signer, link);
    const stranger = await newAccount(world.api, world.admin, "requester");
    for (const path of ["content", "pages", "pages/1/image?width=100"]) {
      const status = async (as: { email: string; password: string } | null) =>
        (await fetch(`${world.api.origin}/api/v1/file/${uuid}/${path}`, as ? { headers: basic(as) } : {})).status;
      expect([await status(world.requester), await status(signer), await status(stranger), await status(null)]).toEqual(
        [200, 200, 404, 401],
      );
      expect((await fetch(`${world.api.origin}/api/v1/sign/uuid/${link}/${path}`)).status).toBe(200);
      expect((await fetch(`${world.api.origin}/api/v1/sign/uuid/${crypto.randomUUID()}/${path}`)).status).toBe(404);
    }
  });

  test("shows the outcome after signing; refuses and records a second signature once", async () => {
    const { uuid, signer, link, fileId } = await released(world, { signMethod: "password" });
    await register(world, signer, link);
    const sign = () => world.api.call("POST", `/sign/uuid/${link}`, { as: signer, json: { password: signPassword } });
    expect((await sign()).status).toBe(200);
    expectProblem(await sign(), 409);
    expect((await open(link)).status).toBe(200);
    expect((await validate(world, fileId, signer)).signers[0]?.status).toBe("signed");
    expect((await trail(uuid)).filter((type) => type === "signed")).toHaveLength(1);
  });

  test("disables the links of a removed signer and a withdrawn or deleted document at once", async () => {
    const emails = [newPerson("a").email, newPerson("b").email];
    const { fileId, data, uuid } = await made(
      create(
        world,
        emails.map((email) => ({ email })),
        { status: 1 },
      ),
    );
    const [gone, stays] = [
      await linkFor(world.api, world.admin, emails[0] ?? ""),
      await linkFor(world.api, world.admin, emails[1] ?? ""),
    ];
    const id = data.signers.find(({ email }) => email === emails[0])?.signRequestId ?? 0;
    expect((await world.api.call("DELETE", `/sign/file_id/${fileId}/${id}`, { as: world.requester })).status).toBe(200);
    expect([
      (await open(gone)).status,
      (await open(gone, null, "/content")).status,
      (await open(stays)).status,
    ]).toEqual([410, 410, 200]);
    expect(await trail(uuid)).toContain("signer.removed");
    await world.api.call("DELETE", `/sign/file_id/${fileId}`, { as: world.requester });
    expectProblem(await open(stays), 410);
    await world.api.call("DELETE", `/file/${uuid}`, { as: world.requester });
    expect([404, 410]).toContain((await open(stays)).status);
  });

  test("records only one opening for fifty fetches by a mail scanner", async () => {
    const { uuid, signer, link, fileId } = await released(world);
    await settleMails(world);
    // On a busy machine, the service compares two readers of the upload later.
    const state = async () => [
      { ...(await validate(world, fileId)), upload: null },
      await mailsTo(world, signer.email),
    ];
    const before = await state();
    for (let fetched = 0; fetched < 25; fetched++) {
      await open(link);
      await fetch(`${world.api.origin}/sign/${link}`, { method: fetched % 2 === 0 ? "GET" : "HEAD" });
    }
    await settleMails(world);
    expect(await state()).toEqual(before);
    const types = await trail(uuid);
    expect(types.filter((type) => type === "link.opened").length).toBeLessThanOrEqual(2);
    expect(types.filter((type) => ["document.viewed", "consent.given", "code.sent"].includes(type))).toEqual([]);
  });

  test("hides an unreleased document from everyone but its requester", async () => {
    const signer = await newAccount(world.api, world.admin, "signer");
    const { fileId, uuid } = await made(create(world, [{ email: signer.email }]));
    for (const path of [`/file/validate/file_id/${fileId}`, `/file/validate/uuid/${uuid}`, `/file/${uuid}/content`])
      expectProblem(await world.api.call("GET", path, { as: signer }), 404);
    for (const path of [`/sign/file_id/${fileId}`, `/sign/file_id/${fileId}/code`])
      expectProblem(await world.api.call("POST", path, { as: signer, json: { code: "123456" } }), 404);
    await settleMails(world);
    expect(await mailsTo(world, signer.email)).toEqual([]);
  });
});

function basic({ email, password }: { email: string; password: string }): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${email}:${password}`).toString("base64")}` };
}
