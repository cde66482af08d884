import { afterAll, beforeAll, expect, test } from "vitest";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import { answerOf, paraph, ParaphError, type Paraph } from "@/sdk/src/client";
import { startServer, type StartedServer } from "./server";

let server: StartedServer;
let client: Paraph;

beforeAll(async () => {
  server = await startServer();
  const { token } = await answerOf(
    paraph({ origin: server.origin, credential: server.admin }).POST("/account/tokens", {
      body: { name: "Smoke test", scopes: ["read", "write"] },
    }),
  );
  client = paraph({ origin: server.origin, credential: { token } });
});
afterAll(() => server.stop());

test("takes a document from draft to release, lists, validates and downloads it with the generated client", async () => {
  const base64 = makePdf({ pages: [{}] }).toString("base64");
  const users = [{ email: "bo@example.org", displayName: "Bo" }];
  const { uuid, data } = await answerOf(
    client.POST("/request-signature", { body: { name: "Lease", file: { base64 }, users } }),
  );
  const signRequestId = data.signers[0]?.signRequestId ?? 0;
  const field = await answerOf(
    client.POST("/file/{uuid}/elements", {
      params: { path: { uuid } },
      body: { type: "signature", signRequestId, coordinates: { page: 1, left: 60, top: 600, width: 180, height: 60 } },
    }),
  );
  expect(field.coordinates).toMatchObject({ left: 60, top: 600 });
  const released = await answerOf(client.PATCH("/request-signature", { body: { uuid, status: 1 } }));
  expect(released.data.status).toBe(1);
  const list = await answerOf(client.GET("/file/list", { params: { query: { length: 5 } } }));
  expect(list.data.map((file) => file.uuid)).toContain(uuid);
  const file = await answerOf(client.GET("/file/validate/uuid/{uuid}", { params: { path: { uuid } } }));
  expect(file).toMatchObject({ uuid, name: "Lease", signers: [{ email: "bo@example.org", status: "pending" }] });
  const bytes = await answerOf(
    client.GET("/file/{uuid}/content", { params: { path: { uuid } }, parseAs: "arrayBuffer" }),
  );
  expect(Buffer.from(bytes).subarray(0, 5).toString()).toBe("%PDF-");
});

test("makes one draft for the same key and returns the same answer", async () => {
  const base64 = makePdf({ pages: [{}] }).toString("base64");
  const call = () =>
    client.POST("/request-signature", {
      params: { header: { "Idempotency-Key": "sdk-1" } },
      body: { name: "Once", file: { base64 }, users: [{ email: "bo@example.org" }] },
    });
  const first = await answerOf(call());
  const second = await call();
  expect(second.data).toEqual(first);
  expect(second.response.headers.get("idempotent-replayed")).toBe("true");
});

test("throws a refusal with its problem document", async () => {
  const refused = answerOf(
    client.GET("/file/validate/uuid/{uuid}", { params: { path: { uuid: "3b0c9d4e-6a51-4f0e-8d2b-7f6f1c2a9e10" } } }),
  );
  await expect(refused).rejects.toThrow(ParaphError);
  await expect(refused).rejects.toMatchObject({ status: 404, problem: { code: "not_found", action: 200 } });
});
