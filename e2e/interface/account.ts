import { beforeAll, describe, expect, test } from "vitest";
import { strokePng } from "@/e2e/journey";
import { expectProblem, newAccount, register, released, sharedWorld, storeImage, type World } from "./world";

let world: World;
beforeAll(async () => {
  world = await sharedWorld();
});

const images = async (as: { email: string; password: string }) =>
  (await world.api.call<{ data: { id: number; type: string }[] }>("GET", "/account/signature/elements", { as })).body
    .data;

describe("the account", () => {
  test("makes a certificate with a signing password, but not with an empty or short one", async () => {
    const as = await newAccount(world.api, world.admin, "signer");
    for (const signPassword of ["", "short", undefined, as.password])
      expectProblem(await world.api.call("POST", "/account/signature", { as, json: { signPassword } }), 422);
    const { status, body } = await world.api.call<{ certificate: { subject: string; serialNumber: string } }>(
      "POST",
      "/account/signature",
      { as, json: { signPassword: "a quiet green harbour" } },
    );
    expect([status, Object.keys(body.certificate).sort()]).toEqual([
      200,
      ["notAfter", "notBefore", "serialNumber", "subject"],
    ]);
  });

  test.each(["/account/signature/elements", "/signature/elements"])(
    "stores, lists, changes and deletes images by %s",
    async (path) => {
      const as = await newAccount(world.api, world.admin, "signer");
      const base64 = (await strokePng()).toString("base64");
      const file = { base64: `data:image/png;base64,${base64}` };
      expect(
        (
          await world.api.call("POST", path, {
            as,
            json: {
              elements: [
                { type: "signature", file },
                { type: "initial", file },
              ],
            },
          })
        ).status,
      ).toBe(200);
      const [first, second] = await images(as);
      expect([first?.type, second?.type].sort()).toEqual(["initial", "signature"]);
      expect((await world.api.call("PATCH", `${path}/${first?.id ?? 0}`, { as, json: { file } })).status).toBe(200);
      expect((await world.api.call("DELETE", `${path}/${first?.id ?? 0}`, { as })).status).toBeLessThan(300);
      expect((await images(as)).map(({ id }) => id)).toEqual([second?.id]);
      expectProblem(
        await world.api.call("GET", `${path}/${second?.id ?? 0}`, {
          as: await newAccount(world.api, world.admin, "signer"),
        }),
        404,
      );
    },
  );

  test("rejects files that are not images, too large or of an unknown type, and stores nothing", async () => {
    const as = await newAccount(world.api, world.admin, "signer");
    const base64 = (await strokePng()).toString("base64");
    const tooLarge = Buffer.concat([await strokePng(), Buffer.alloc(6_000_000)]).toString("base64");
    const wrong: unknown[] = [
      { type: "logo", file: { base64 } },
      { type: "signature" },
      { type: "signature", file: {} },
      { type: "signature", file: { base64: Buffer.from("GIF89a").toString("base64") } },
      { type: "signature", file: { base64: "////" } },
    ];
    for (const field of wrong)
      expectProblem(
        await world.api.call("POST", "/account/signature/elements", { as, json: { elements: [field] } }),
        422,
      );
    const large = await world.api.call("POST", "/account/signature/elements", {
      as,
      json: { elements: [{ type: "signature", file: { base64: tooLarge } }] },
    });
    expect([413, 422]).toContain(large.status);
    expect(await images(as)).toEqual([]);
  });

  test("sets one's own phone number, and hides other accounts", async () => {
    const [as, other] = [
      await newAccount(world.api, world.admin, "signer"),
      await newAccount(world.api, world.admin, "signer"),
    ];
    const put = (user: string, phone: unknown) =>
      fetch(`${world.api.origin}/settings/users/${user}/settings`, {
        method: "PUT",
        body: JSON.stringify({ phone }),
        headers: {
          "content-type": "application/json",
          authorization: `Basic ${Buffer.from(`${as.email}:${as.password}`).toString("base64")}`,
        },
      });
    const answer = await put(encodeURIComponent(as.email), "+4915112345678");
    expect([answer.status, await answer.json()]).toMatchObject([
      200,
      { status: "success", data: { phone: "+4915112345678", email: as.email } },
    ]);
    for (const phone of ["abc", 12, "+1"]) expect((await put(encodeURIComponent(as.email), phone)).status).toBe(422);
    expect([
      (await put(encodeURIComponent(other.email), "+4915112345678")).status,
      (await put("nobody%40x.example", "+4915112345678")).status,
    ]).toEqual([404, 404]);
  });

  test("leads a link without an account to registration, for the invited address only", async () => {
    const { signer, link, fileId } = await released(world);
    const opened = await world.api.call<{ accountExists: boolean }>("GET", `/sign/uuid/${link}`);
    expect([opened.status, opened.body.accountExists]).toEqual([200, false]);
    expectProblem(
      await world.api.call("POST", `/account/create/${link}`, {
        json: { email: "another@x.example", password: signer.password },
      }),
      422,
    );
    expectProblem(
      await world.api.call("POST", `/account/create/${link}`, { json: { email: signer.email, password: "" } }),
      422,
    );
    await register(world, signer, link);
    const { body } = await world.api.call<{ data: { fileId: number; signers: { me: boolean }[] }[] }>(
      "GET",
      "/file/list",
      { as: signer },
    );
    expect(body.data.map((file) => [file.fileId, file.signers[0]?.me])).toEqual([[fileId, true]]);
    expectProblem(await world.api.call("POST", `/account/create/${link}`, { json: { ...signer } }), 409);
  });

  test("describes the account and its permissions", async () => {
    expectProblem(await world.api.call("GET", "/account/me"), 401);
    const as = await newAccount(world.api, world.admin, "signer");
    const me = async () => (await world.api.call("GET", "/account/me", { as })).body;
    expect(await me()).toMatchObject({
      account: { uid: as.email, emailAddress: as.email, displayName: "Somebody" },
      settings: { canRequestSign: false, hasSignatureFile: false },
    });
    await world.api.call("POST", "/account/signature", { as, json: { signPassword: "a quiet green harbour" } });
    await storeImage(world, as);
    expect(await me()).toMatchObject({ settings: { hasSignatureFile: true } });
  });
});
