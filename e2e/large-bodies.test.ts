import { readFileSync } from "node:fs";
import { setTimeout as pass } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { scannedPage } from "./scanned-page";
import { startServer, type StartedServer } from "./server";

let server: StartedServer | null = null;
afterEach(() => server?.stop());

test("completes eight simultaneous requests of 34 MB with the process below 512 MB @exhaustive", async () => {
  const { origin, admin, pid } = (server = await startServer());
  const authorization = `Basic ${Buffer.from(`${admin.email}:${admin.password}`).toString("base64")}`;
  const body = JSON.stringify({
    file: { base64: scannedPage(25_000_000).toString("base64") },
    name: "契約書",
    users: [{ email: "bo@x.example" }],
  });
  // An overloaded server refuses requests with a retry delay, which a client honours.
  const post = async (): Promise<Response> => {
    const answer = await fetch(`${origin}/api/v1/request-signature`, {
      method: "POST",
      body,
      headers: { authorization, "content-type": "application/json" },
    });
    if (answer.status !== 503) return answer;
    await pass(Number(answer.headers.get("retry-after")) * 1000);
    return post();
  };
  const answers = await Promise.all(Array.from({ length: 8 }, post));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
  const mostKilobytes = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
  expect(mostKilobytes).toBeLessThan(512 * 1024);
});
