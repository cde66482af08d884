import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readSteps } from "@/components/developers/developers-view";
import { apiClient } from "./api-client";
import { inboxMessages, waitFor } from "./journey";
import { startServer, type StartedServer } from "./server";

const received: { type: string; signature: string | undefined }[] = [];
let server: StartedServer;
let receiver: Server;
let folder: string;

beforeAll(async () => {
  receiver = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      received.push({
        type: (JSON.parse(body) as { type: string }).type,
        signature: request.headersDistinct["webhook-signature"]?.[0],
      });
      response.end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  folder = await mkdtemp(path.join(os.tmpdir(), "paraph-quickstart-"));
  server = await startServer({ env: { OUTBOUND_ALLOW: place() } });
});
afterAll(async () => {
  await server.stop();
  receiver.close();
  await rm(folder, { recursive: true, force: true });
});

function place(): string {
  return `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
}

test("runs docs/quickstart.md literally, with only the values of its first block set @exhaustive", async () => {
  const blocks = readSteps(await readFile("docs/quickstart.md", "utf8")).map(
    ({ title, code }) => `printf "\\n== %s\\n" "${title}"\n${code}`,
  );
  const env = {
    PATH: process.env["PATH"],
    NODE_ENV: "test",
    BASE: server.origin,
    EMAIL: server.admin.email,
    PASSWORD: server.admin.password,
    SIGNER: "bo@example.org",
    WEBHOOK_URL: `http://${place()}/paraph`,
  } as const;
  const { stdout, stderr } = await promisify(execFile)(
    "bash",
    ["--norc", "-eu", "-o", "pipefail", "-c", blocks.join("\n")],
    { cwd: folder, env },
  );
  expect(stderr).toBe("");
  const printed = Object.fromEntries(
    stdout
      .split(/^== /m)
      .slice(1)
      .map((part) => [part.split("\n")[0] ?? "", part.slice(part.indexOf("\n") + 1).trim()]),
  );
  expect(printed["A token"]).toMatch(/^pk_[\w-]{43}$/);
  expect(printed["Create a draft"]).toMatch(/\/documents\/[0-9a-f-]{36}$/);
  expect(JSON.parse(printed["Place a field"] ?? "")).toMatchObject({
    type: "signature",
    coordinates: { page: 1, left: 60, top: 600 },
  });
  expect(printed["Webhooks"]).toMatch(/^whsec_\S+\n/);
  expect(printed["Release"]).toBe("able to sign");
  expect(printed["All in one call"]).toBe("able to sign");
  expect(printed["Send a template"]).toBe("able to sign");
  expect(printed["Send in bulk"]).toMatch(/^1\n(running|completed)$/);
  expect(printed["Collect signatures by link"]).toMatch(/\/l\/[0-9a-f]{32}\noff$/);
  expect(printed["Ask for files"]).toBe('{"data":[]}');
  expect(printed["Send an envelope"]).toBe("2");
  expect(printed["Check the status"]).toMatch(/^able to sign\n\{"data":\[/);
  expect((await readFile(path.join(folder, "document.pdf"))).subarray(0, 5).toString()).toBe("%PDF-");
});

test("sends the signer's e-mail, and the signed release event to the webhook @exhaustive", async () => {
  const api = apiClient(server.origin);
  const mail = await waitFor(
    async () => (await inboxMessages(api, server.admin, "bo@example.org"))[0],
    "the invitation",
  );
  expect(mail.text).toMatch(/\/sign\/[0-9a-f-]{36}$/m);
  await waitFor(
    async () =>
      received.some(({ type }) => type === "webhook.test") && received.some(({ type }) => type === "file.released")
        ? true
        : undefined,
    "the webhooks",
  );
  expect(received.map(({ signature }) => signature?.startsWith("v1,"))).not.toContain(false);
});
