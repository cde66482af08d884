import autocannon from "autocannon";
import { readFile } from "node:fs/promises";
import { apiClient, type ApiClient, type Person } from "@/e2e/api-client";
import { expectStatus } from "@/e2e/journey";
import { startServer } from "@/e2e/server";
import { makePdf } from "@/lib/pdf/testing/make-pdf";

/**
 * Requests per second of validate and of list, with a token, against a route handler that does nothing, asked without one, in the
 * same run (at least 50 %); and the memory of a fresh server while a 50 MB PDF comes in (under 250 MB). The load generator shares
 * the machine.
 */
const filesInList = 1000;
const server = await startServer();
try {
  const api = apiClient(server.origin);
  const token = expectStatus(await api.call<{ token: string }>("POST", "/account/tokens", { as: server.admin, json: { name: "bench" } }), 200, "token").token;
  const uuid = await makeFiles(api, server.admin);
  await printRates(server.origin, token, uuid);
} finally {
  await server.stop();
}

const fresh = await startServer();
try {
  await printUpload(apiClient(fresh.origin), fresh.admin, fresh.pid);
} finally {
  await fresh.stop();
}

async function makeFiles(api: ApiClient, as: Person): Promise<string> {
  const base64 = makePdf({ pages: [{}] }).toString("base64");
  let uuid = "";
  for (let made = 0; made < filesInList; made += 10) {
    const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => api.call<{ uuid: string }>("POST", "/request-signature", {
      as, json: { file: { base64 }, name: `Lease ${made + index}`, users: [{ email: "ana@example.org" }, { email: "bo@example.org" }] },
    })));
    for (const answer of answers) uuid = expectStatus(answer, 200, "create").uuid;
  }
  return uuid;
}

async function printRates(origin: string, token: string, uuid: string): Promise<void> {
  const authorization = `Bearer ${token}`;
  const targets = [
    { name: "empty handler", path: "/healthz", headers: {} },
    { name: "validate", path: `/api/v1/file/validate/uuid/${uuid}`, headers: { authorization } },
    { name: `list of 20 of ${filesInList}`, path: "/api/v1/file/list?length=20", headers: { authorization } },
  ];
  let empty = 0;
  console.log("| requests | per second | p99 ms | of the empty handler |\n|---|---|---|---|");
  for (const { name, path, headers } of targets) {
    await autocannon({ url: origin + path, headers, connections: 20, duration: 3 });
    const result = await autocannon({ url: origin + path, headers, connections: 20, duration: 6 });
    if (result.non2xx > 0) throw new Error(`${name}: ${result.non2xx} answers were not 200`);
    empty ||= result.requests.average;
    console.log(`| ${name} | ${result.requests.average.toFixed(0)} | ${result.latency.p99} | ${(result.requests.average / empty * 100).toFixed(0)} % |`);
  }
}

async function printUpload(api: ApiClient, as: Person, pid: number): Promise<void> {
  const pdf = makePdf({ pages: Array.from({ length: 20 }, () => ({})), sizeBytes: 50_000_000 });
  let peakKiB = 0;
  const watch = setInterval(() => void residentKiB(pid).then((kiB) => { peakKiB = Math.max(peakKiB, kiB); }), 20);
  const before = await residentKiB(pid);
  const startedAt = performance.now();
  expectStatus(await api.call("POST", "/file?name=Large", { as, body: pdf, type: "application/pdf" }), 200, "upload");
  clearInterval(watch);
  console.log(`\nPOST /file of ${(pdf.length / 1e6).toFixed(0)} MB: ${(performance.now() - startedAt).toFixed(0)} ms, server ${(before / 1024).toFixed(0)} MB before, ${(peakKiB / 1024).toFixed(0)} MB at its peak (bar 250 MB)`);
}

async function residentKiB(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0);
}
