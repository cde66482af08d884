import { beforeAll, expect, test } from "vitest";
import type { Person } from "@/e2e/api-client";
import { expectStatus, linkFor, newPerson, waitFor, waitUntilSigned } from "@/e2e/journey";
import {
  newAccount,
  pdf,
  pdfBytes,
  register,
  sharedWorld,
  signPassword,
  type FileObject,
  type Made,
  type World,
} from "./world";

// A client of the older dialect, from registration to the callback.
let world: World;
let ana: Person;
beforeAll(async () => {
  world = await sharedWorld();
  ana = newPerson("ana");
});

test("registers with display_name and callback, adds and removes a signer, and delivers the signed document to the callback", async () => {
  const [bo, carla] = [newPerson("bo"), newPerson("carla")];
  const call = <Body>(method: string, path: string, json: unknown) =>
    world.api.call<Body>(method, path, { as: world.requester, json });
  const registered = expectStatus(
    await call<Made & { data: { uuid: string } }>("POST", "/webhook/register", {
      file: { base64: pdf },
      name: "Old lease",
      callback: `${world.listener}/called`,
      callbackFormat: "multipart",
      users: [
        { email: ana.email, display_name: "Ana Old", signMethod: "password" },
        { email: bo.email, display_name: "Bo Old" },
      ],
    }),
    200,
    "register",
  );
  const { uuid } = registered.data;
  expect([registered.data.status, registered.data.signers.map(({ displayName }) => displayName)]).toEqual([
    1,
    ["Ana Old", "Bo Old"],
  ]);
  const link = await linkFor(world.api, world.admin, ana.email);

  const added = expectStatus(
    await call<{ data: FileObject; callbackSecret?: string }>("PATCH", "/webhook/register", {
      uuid,
      users: [{ email: carla.email, display_name: "Carla Old" }],
    }),
    200,
    "add",
  );
  expect(added.callbackSecret).toBeUndefined();
  expect(added.data.signers.map(({ email }) => email).sort()).toEqual([ana.email, bo.email, carla.email].sort());
  expect(await linkFor(world.api, world.admin, carla.email)).not.toBe(link);

  const removed = expectStatus(
    await call<{ data: FileObject }>("DELETE", "/webhook/register/signature", {
      uuid,
      users: [{ email: bo.email }, { email: carla.email }],
    }),
    200,
    "remove",
  );
  expect(removed.data.signers.map(({ email }) => email)).toEqual([ana.email]);

  await register(world, ana, link);
  expectStatus(
    await world.api.call("POST", `/sign/uuid/${link}`, { as: ana, json: { password: signPassword } }),
    200,
    "sign",
  );
  await waitUntilSigned(world.api, world.requester, uuid);
  const called = await waitFor(
    async () => Promise.resolve(world.received.find(({ path }) => path === "/called")),
    "the callback",
  );
  const form = await new Response(new Uint8Array(called.body), {
    headers: { "content-type": String(called.headers["content-type"]) },
  }).formData();
  const file = form.get("file") as File;
  expect([form.get("uuid"), form.get("status")]).toEqual([uuid, "3"]);
  const bytes = Buffer.from(await file.arrayBuffer());
  expect(bytes.subarray(0, pdfBytes.length).equals(pdfBytes)).toBe(true);
  expect(bytes.equals(await world.api.bytes(`/file/${uuid}/content`, world.requester))).toBe(true);
});

test("requires a callback and the permission to request signatures to register", async () => {
  const json = { file: { base64: pdf }, name: "Old lease", users: [{ email: ana.email }] };
  expect((await world.api.call("POST", "/webhook/register", { as: world.requester, json })).status).toBe(422);
  expect(
    (
      await world.api.call("POST", "/webhook/register", {
        as: await newAccount(world.api, world.admin, "signer"),
        json: { ...json, callback: `${world.listener}/called` },
      })
    ).status,
  ).toBe(403);
});

test("responds to both spellings of the version identically, byte for byte", async () => {
  const get = async (version: string) => {
    const response = await fetch(`${world.api.origin}/api/${version}/file/validate/uuid/${crypto.randomUUID()}`);
    return [
      response.status,
      (await response.text()).replaceAll(/"(requestId|instance)":"[^"]*"/g, "").replaceAll(version, "v"),
    ];
  };
  expect(await get("v1.0")).toEqual(await get("v1"));
});
