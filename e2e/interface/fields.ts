import { beforeAll, describe, expect, test } from "vitest";
import { linkFor, newPerson } from "@/e2e/journey";
import { create, expectProblem, made, newAccount, sharedWorld, validate, type Made, type World } from "./world";

let world: World;
let request: Made;
let signRequestId = 0;
beforeAll(async () => {
  world = await sharedWorld();
  request = await made(create(world, [{ email: "ana@x.example" }]));
  signRequestId = request.data.signers[0]?.signRequestId ?? 0;
});

const box = { top: 188, left: 4, width: 370, height: 90, page: 1 };
const add = (path: string, json: Record<string, unknown> = {}, as = world.requester) =>
  world.api.call<{ elementId: number; fileElementId: number }>("POST", path, {
    as,
    json: { coordinates: box, type: "signature", signRequestId, ...json },
  });
const placed = async () => (await validate(world, request.fileId)).visibleElements;

describe.each(["/file/{}/elements", "/file-element/{}"])("by %s", (pattern) => {
  const path = (rest = "") => pattern.replace("{}", request.uuid) + rest;

  test("places, moves and removes a field with the numbers as given", async () => {
    const { elementId: fieldId, fileElementId } = (await add(path())).body;
    expect([Number.isInteger(fieldId), fileElementId]).toEqual([true, fieldId]);
    expect((await placed())[0]).toMatchObject({ elementId: fieldId, coordinates: box });
    const moved = { top: 189, left: 5, width: 371, height: 91 };
    expect(
      (
        await world.api.call("PATCH", path(`/${fieldId}`), {
          as: world.requester,
          json: { coordinates: { ...moved, page: 1 } },
        })
      ).status,
    ).toBe(200);
    expect((await placed())[0]).toMatchObject({ elementId: fieldId, coordinates: moved });
    expect((await world.api.call("DELETE", path(`/${fieldId}`), { as: world.requester })).status).toBeLessThan(300);
    expect(await placed()).toEqual([]);
    expectProblem(await world.api.call("DELETE", path(`/${fieldId}`), { as: world.requester }), 404);
  });

  const wrong: [string, Record<string, unknown>][] = [
    ["page 0", { coordinates: { ...box, page: 0 } }],
    ["page 99", { coordinates: { ...box, page: 99 } }],
    ["page 1.5", { coordinates: { ...box, page: 1.5 } }],
    ["page 10^9", { coordinates: { ...box, page: 1e9 } }],
    ["a negative left", { coordinates: { ...box, left: -5 } }],
    ["no width", { coordinates: { ...box, width: 0 } }],
    ["a negative height", { coordinates: { ...box, height: -1 } }],
    ["a width of 10^6", { coordinates: { ...box, width: 1e6 } }],
    ["NaN as text", { coordinates: { ...box, top: "NaN" } }],
    ["a field beyond the page", { coordinates: { ...box, top: 780 } }],
    ["an unknown type", { type: "stamp?" }],
    ["no type", { type: undefined }],
    ["a field without a signer", { signRequestId: undefined }],
  ];
  test.each(wrong)("refuses %s", async (_name, change) => {
    expectProblem(await add(path(), change), 422);
    expect(await placed()).toEqual([]);
  });
});

test("returns 404 to another account, and to a sign link in place of the file's UUID", async () => {
  const { email } = newPerson("ana");
  await made(create(world, [{ email }], { status: 1 }));
  expectProblem(await add(`/file/${await linkFor(world.api, world.admin, email)}/elements`), 404);
  expectProblem(
    await add(`/file/${request.uuid}/elements`, {}, await newAccount(world.api, world.admin, "requester")),
    404,
  );
});

test("refuses a field for a signer of another file", async () => {
  const other = await made(create(world, [{ email: "bo@x.example" }]));
  const answer = await add(`/file/${request.uuid}/elements`, { signRequestId: other.data.signers[0]?.signRequestId });
  expectProblem(answer, 422);
  expect((answer.body as unknown as { code: string }).code).toBe("sign_request_not_in_file");
});

test("refuses changes to a released document's fields", async () => {
  const { uuid, data } = await made(create(world, [{ email: newPerson("ana").email }], { status: 1 }));
  expectProblem(await add(`/file/${uuid}/elements`, { signRequestId: data.signers[0]?.signRequestId }), 409);
});

test("accepts several fields per signer and shows them in both places of the answer", async () => {
  for (const type of ["signature", "initial"])
    expect(
      (
        await add(`/file/${request.uuid}/elements`, {
          type,
          coordinates: { ...box, top: type === "initial" ? 400 : 188 },
        })
      ).status,
    ).toBe(200);
  const file = await validate(world, request.fileId);
  expect([file.visibleElements.length, file.signers[0]?.visibleElements.length]).toEqual([2, 2]);
});
