import { beforeAll, describe, expect, test } from "vitest";
import type { Person } from "@/e2e/api-client";
import { expectStatus, inboxMessages, linkFor, newPerson, waitFor, waitUntilSigned } from "@/e2e/journey";
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
  storeImage,
  validate,
  type World,
} from "./world";

let world: World;
beforeAll(async () => {
  world = await sharedWorld();
});

const sign = (fileId: number, as: Person, json: unknown) =>
  world.api.call<{ action?: number; code?: string; file?: { uuid: string }; attemptsLeft?: number }>(
    "POST",
    `/sign/file_id/${fileId}`,
    { as, json },
  );
const askForCode = (fileId: number, as: Person | null) =>
  world.api.call<{ code?: string; channel?: string }>("POST", `/sign/file_id/${fileId}/code`, { as });
const byPassword = async () => {
  const request = await released(world, { signMethod: "password" });
  await register(world, request.signer, request.link);
  return request;
};

/** The latest code sent by e-mail. */
async function codeFor(fileId: number, signer: Person): Promise<string> {
  const before = (await inboxMessages(world.api, world.admin, signer.email)).length;
  expectStatus(await askForCode(fileId, signer), 200, "code");
  const mail = await waitFor(
    async () =>
      (await inboxMessages(world.api, world.admin, signer.email))
        .slice(before)
        .find(({ text }) => /\b\d{6}\b/.test(text)),
    "the code",
  );
  return /\b(\d{6})\b/.exec(mail.text)?.[1] ?? "";
}

describe("signing", () => {
  test("signs once with the right password, and refuses a wrong, empty or repeated one", async () => {
    const { fileId, uuid, signer } = await byPassword();
    for (const password of ["", "wrong password here", signer.password])
      expectProblem(await sign(fileId, signer, { password }), 422);
    expect((await validate(world, fileId)).status).toBe(1);
    const { status, body } = await sign(fileId, signer, { password: signPassword });
    expect([status, body.action, body.file?.uuid]).toEqual([200, 350, uuid]);
    await waitUntilSigned(world.api, world.requester, uuid);
    const bytes = await world.api.bytes(`/file/${uuid}/content`, signer);
    expectProblem(await sign(fileId, signer, { password: signPassword }), 409);
    expect((await world.api.bytes(`/file/${uuid}/content`, signer)).equals(bytes)).toBe(true);
  });

  test("explains where to create a missing signing password", async () => {
    const { fileId, signer, link } = await released(world, { signMethod: "password" });
    expectStatus(await world.api.call("POST", `/account/create/${link}`, { json: { ...signer } }), 200, "register");
    const answer = await sign(fileId, signer, { password: signPassword });
    expectProblem(answer, 422);
    expect([answer.body.code, answer.body.action]).toEqual(["sign_password_missing", 400]);
  });

  test("sends one code that signs, and ends it after five wrong ones", async () => {
    const { fileId, signer, link } = await released(world);
    await register(world, signer, link);
    for (const code of ["", "randomtoken", "000000"])
      expect([410, 422]).toContain((await sign(fileId, signer, { code })).status);
    const code = await codeFor(fileId, signer);
    const other = await released(world);
    await register(world, other.signer, other.link);
    const foreign = await codeFor(other.fileId, other.signer);
    if (foreign !== code) expectProblem(await sign(fileId, signer, { code: foreign }), 422);
    expect((await sign(fileId, signer, { code })).status).toBe(200);
    expectProblem(await sign(fileId, signer, { code }), 409);
    const wrong = foreign === "111111" ? "222222" : "111111";
    const answers = [];
    for (let tried = 0; tried < 6; tried++)
      answers.push((await sign(other.fileId, other.signer, { code: wrong })).status);
    expect(answers).toEqual([422, 422, 422, 422, 422, 429]);
    expect((await sign(other.fileId, other.signer, { code: foreign })).status).toBe(429);
    expect((await validate(world, other.fileId)).status).toBe(1);
  });

  test("sends no code for a draft, a stranger, another method or a missing document", async () => {
    const signer = await newAccount(world.api, world.admin, "signer");
    const draft = await made(create(world, [{ email: signer.email }]));
    expectProblem(await askForCode(draft.fileId, signer), 404);
    const { fileId, signer: own } = await byPassword();
    expectProblem(await askForCode(fileId, signer), 404);
    const mismatch = await askForCode(fileId, own);
    expectProblem(mismatch, 422);
    expect(mismatch.body.code).toBe("sign_method_mismatch");
    for (const path of ["/sign/file_id/2147483647", `/sign/uuid/${crypto.randomUUID()}`])
      expectProblem(await world.api.call("POST", path, { as: own, json: { password: signPassword } }), 404);
  });

  test("is partially signed after the first of two without an end notice, and notifies everyone once after the second", async () => {
    const people = [newPerson("a"), newPerson("b")];
    const { fileId, uuid } = await made(
      create(
        world,
        people.map(({ email }) => ({ email, signMethod: "password" })),
        { status: 1 },
      ),
    );
    for (const person of people) await register(world, person, await linkFor(world.api, world.admin, person.email));
    const [first, second] = people as [Person, Person];
    await sign(fileId, first, { password: signPassword });
    await settleMails(world);
    // Excludes the notifications about a new account and a new signing password.
    const mailsAbout = async (email: string) =>
      (await mailsTo(world, email)).filter(
        (text) => !/A signing password was set|An account with this address was created/.test(text),
      );
    expect([(await validate(world, fileId)).status, (await mailsAbout(first.email)).length]).toEqual([2, 1]);
    await sign(fileId, second, { password: signPassword });
    await waitUntilSigned(world.api, world.requester, uuid);
    await settleMails(world);
    expect([
      (await mailsAbout(first.email)).length,
      (await mailsAbout(second.email)).length,
      (await mailsTo(world, world.requester.email)).filter((text) => text.includes(uuid)).length,
    ]).toEqual([2, 2, 1]);
  });

  test("requires one's own image in one's own field", async () => {
    const signer = newPerson("ana");
    const request = await made(
      create(world, [{ email: signer.email, signMethod: "password" }, { email: "bo@x.example" }]),
    );
    const place = async (signRequestId = 0, top = 10) =>
      (
        await world.api.call<{ elementId: number }>("POST", `/file/${request.uuid}/elements`, {
          as: world.requester,
          json: { type: "signature", signRequestId, coordinates: { page: 1, left: 10, top, width: 100, height: 40 } },
        })
      ).body.elementId;
    const idOf = (email: string) => request.data.signers.find((one) => one.email === email)?.signRequestId;
    const [mine, others] = [await place(idOf(signer.email)), await place(idOf("bo@x.example"), 200)];
    await world.api.call("PATCH", "/request-signature", {
      as: world.requester,
      json: { uuid: request.uuid, status: 1 },
    });
    await register(world, signer, await linkFor(world.api, world.admin, signer.email));
    const missing = await sign(request.fileId, signer, { password: signPassword });
    expectProblem(missing, 422);
    expect(missing.body.code).toBe("signature_image_missing");
    const [image, stranger] = [await storeImage(world, signer), await newAccount(world.api, world.admin, "signer")];
    const foreignImage = await storeImage(world, stranger);
    for (const fields of [
      [{ documentElementId: mine, profileElementId: foreignImage }],
      [{ documentElementId: others, profileElementId: image }],
      [{ documentElementId: 2147483647, profileElementId: image }],
    ]) {
      expect([404, 422]).toContain(
        (await sign(request.fileId, signer, { password: signPassword, elements: fields })).status,
      );
    }
    expect(
      (
        await sign(request.fileId, signer, {
          password: signPassword,
          elements: [{ documentElementId: mine, profileElementId: image }],
        })
      ).status,
    ).toBe(200);
  });

  test("in order, keeps the second signer uninformed and locked out until the first has signed", async () => {
    const people = [newPerson("first"), newPerson("second")] as [Person, Person];
    const [first, second] = people;
    await world.api.call("POST", "/admin/users", {
      as: world.admin,
      json: { ...second, displayName: "Second", role: "signer", emailProved: true },
    });
    const { fileId } = await made(
      create(
        world,
        people.map(({ email }, index) => ({ email, signingOrder: index + 1, signMethod: "password" })),
        { status: 1 },
      ),
    );
    const list = async () =>
      (await world.api.call<{ data: unknown[] }>("GET", "/file/list", { as: second })).body.data.length;
    await register(world, first, await linkFor(world.api, world.admin, first.email));
    expect([await list(), (await mailsTo(world, second.email)).length]).toEqual([0, 0]);
    expectProblem(await world.api.call("GET", `/file/validate/file_id/${fileId}`, { as: second }), 404);
    for (const answer of [await sign(fileId, second, { password: signPassword }), await askForCode(fileId, second)]) {
      expectProblem(answer, 409);
      expect(answer.body.code).toBe("not_your_turn");
    }
    expect((await sign(fileId, first, { password: signPassword })).status).toBe(200);
    await linkFor(world.api, world.admin, second.email);
    expect(await list()).toBe(1);
    expectStatus(
      await world.api.call("POST", "/account/signature", { as: second, json: { signPassword } }),
      200,
      "signing password",
    );
    expect((await sign(fileId, second, { password: signPassword })).status).toBe(200);
  });

  test("keeps a signer from changing the request, and the requester from signing for a signer", async () => {
    const { fileId, uuid, signer, data } = await byPassword();
    const own = data.signers[0]?.signRequestId ?? 0;
    const refused = [
      await world.api.call("PATCH", "/request-signature", { as: signer, json: { uuid, name: "Mine" } }),
      await world.api.call("POST", `/file/${uuid}/elements`, {
        as: signer,
        json: {
          type: "signature",
          signRequestId: own,
          coordinates: { page: 1, left: 1, top: 1, width: 50, height: 50 },
        },
      }),
      await world.api.call("DELETE", `/sign/file_id/${fileId}/${own}`, { as: signer }),
      await sign(fileId, world.requester, { password: signPassword }),
      await askForCode(fileId, world.requester),
    ];
    for (const answer of refused) expectProblem(answer, 403);
    expect((await validate(world, fileId)).name).toBe("Lease");
    const { body } = await world.api.call<{ data: { type: string }[] }>("GET", `/file/${uuid}/audit`, {
      as: world.requester,
    });
    expect(body.data.map(({ type }) => type)).toContain("sign.denied");
  });
});
