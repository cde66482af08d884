import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "vitest";
import { apiClient, type Answer, type ApiClient, type Person } from "@/e2e/api-client";
import { expectStatus, inboxMessages, linkFor, newPerson, strokePng } from "@/e2e/journey";
import { startServer } from "@/e2e/server";
import { makePdf } from "@/lib/pdf/testing/make-pdf";

/** Two pages: Letter, and one rotated by 90 degrees. */
export const pdfBytes = makePdf({ pages: [{}, { rotate: 90 }] });
export const pdf = pdfBytes.toString("base64");
export const signPassword = "a quiet green harbour";

export interface Signer {
  signRequestId: number;
  email: string;
  displayName: string;
  description: string | null;
  status: string;
  me: boolean;
  signed: string | null;
  identifyMethods: { method: string }[];
  visibleElements: { elementId: number; coordinates: Record<string, number> }[];
  signature?: { subject?: string; verdict: string };
}

/** The members of the file object that the tests read. */
export interface FileObject {
  id: number;
  fileId: number;
  uuid: string;
  name: string;
  status: number;
  statusText: string;
  pages: number;
  requested_by?: { uid: string };
  signers: Signer[];
  visibleElements: { elementId: number; coordinates: Record<string, number> }[];
  settings: { canSign: boolean; canRequestSign: boolean; signerFileUuid?: string | null };
}

export interface Made {
  fileId: number;
  uuid: string;
  callbackSecret?: string;
  data: FileObject;
}

/** Requests received by the local listener. */
export interface Received {
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

export interface World {
  api: ApiClient;
  admin: Person;
  requester: Person;
  /**
   * A listener that serves the PDF at `/document.pdf` and accepts any POST. The server may connect to it although its
   * address is private.
   */
  listener: string;
  received: Received[];
  /** The server's log output. */
  output(): string;
  stop(): Promise<void>;
}

const much = 100_000;
const limits = {
  apiRequestsPerMinute: much,
  apiRequestBurst: much,
  anonymousRequestsPerMinute: much,
  pagesPerMinute: much,
  statusRequestsPerMinute: much,
  uploadsPerMinute: much,
  verificationsPerMinute: much,
  codeSendsPerNetworkPerHour: much,
  signerCodesPerNetworkPerHour: much,
  loginFailuresPerNetwork: much,
  linkMissesPerMinute: much,
};

let shared: Promise<World> | null = null;

/** The server that the tests of this folder share, with a separate requester for each caller. */
export async function sharedWorld(): Promise<World> {
  shared ??= startWorld();
  const world = await shared;
  return { ...world, requester: await newAccount(world.api, world.admin, "requester") };
}

export async function stopSharedWorld(): Promise<void> {
  await (await shared)?.stop();
}

async function startWorld(env: Record<string, string> = {}): Promise<World> {
  const received: Received[] = [];
  const listener = await listen(received);
  const { port } = listener.address() as AddressInfo;
  const server = await startServer({
    env: { LIMITS: JSON.stringify(limits), OUTBOUND_ALLOW: `127.0.0.1:${port}`, ...env },
  });
  const api = apiClient(server.origin);
  // Older clients expect signers to have accounts unless stated otherwise.
  expectStatus(
    await api.call("PUT", "/admin/settings", { as: server.admin, json: { identify_method: ["account"] } }),
    200,
    "settings",
  );
  return {
    api,
    admin: server.admin,
    requester: await newAccount(api, server.admin, "requester"),
    listener: `http://127.0.0.1:${port}`,
    received,
    output: () => server.output(),
    stop: async () => {
      listener.close();
      await server.stop();
    },
  };
}

async function listen(received: Received[]): Promise<Server> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      if (request.method === "POST")
        received.push({ path: request.url ?? "", headers: request.headers, body: Buffer.concat(chunks) });
      response.writeHead(200, { "content-type": "application/pdf" }).end(request.method === "GET" ? pdfBytes : "");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

export async function newAccount(api: ApiClient, admin: Person, role: "signer" | "requester"): Promise<Person> {
  const person = newPerson(role);
  expectStatus(
    await api.call("POST", "/admin/users", {
      as: admin,
      json: { ...person, displayName: "Somebody", role, emailProved: true },
    }),
    200,
    "account",
  );
  return person;
}

export function create(
  world: World,
  users: readonly Record<string, unknown>[],
  more: Record<string, unknown> = {},
): Promise<Answer<Made>> {
  return world.api.call<Made>("POST", "/request-signature", {
    as: world.requester,
    json: { file: { base64: pdf }, name: "Lease", users, ...more },
  });
}

export async function made(answer: Promise<Answer<Made>>): Promise<Made> {
  return expectStatus(await answer, 200, "create");
}

export async function validate(world: World, fileId: number, as: Person = world.requester): Promise<FileObject> {
  return expectStatus(
    await world.api.call<FileObject>("GET", `/file/validate/file_id/${fileId}`, { as }),
    200,
    "validate",
  );
}

/** Checks the error body for older and newer clients, with `message` and `errors[0]`. */
export function expectProblem(answer: Pick<Answer<unknown>, "status" | "body">, status: number): void {
  expect([answer.status, answer.body]).toEqual([status, answer.body]);
  const { message, errors } = answer.body as { message?: string; errors?: string[] };
  expect(message).toBeTruthy();
  expect(errors?.[0]).toBeTruthy();
}

/** Waits until all queued messages are in the inbox, by queueing one more. */
export async function settleMails(world: World): Promise<void> {
  const { email } = newPerson("last");
  await made(create(world, [{ email }], { status: 1 }));
  await linkFor(world.api, world.admin, email);
}

export async function mailsTo(world: World, email: string): Promise<string[]> {
  return (await inboxMessages(world.api, world.admin, email)).map(({ text }) => text);
}

/** A released request to a new signer, who has an account with a signing password and a stored image. */
export async function released(
  world: World,
  more: Record<string, unknown> = {},
): Promise<Made & { signer: Person; link: string }> {
  const signer = newPerson("ana");
  const request = await made(create(world, [{ email: signer.email, displayName: "Ana", ...more }], { status: 1 }));
  const link = await linkFor(world.api, world.admin, signer.email);
  return { ...request, signer, link };
}

export async function register(world: World, signer: Person, link: string): Promise<void> {
  expectStatus(await world.api.call("POST", `/account/create/${link}`, { json: { ...signer } }), 200, "register");
  expectStatus(
    await world.api.call("POST", "/account/signature", { as: signer, json: { signPassword } }),
    200,
    "signing password",
  );
}

export async function storeImage(
  world: World,
  signer: Person,
  type: "signature" | "initial" = "signature",
): Promise<number> {
  const base64 = (await strokePng()).toString("base64");
  const answer = await world.api.call<{ data: { id: number }[] }>("POST", "/account/signature/elements", {
    as: signer,
    json: { elements: [{ type, file: { base64 } }] },
  });
  return expectStatus(answer, 200, "image").data[0]?.id ?? 0;
}
