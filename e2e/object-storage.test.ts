import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import { sha256Hex } from "@/lib/platform/blobs/sha256";
import { startRealS3, type RealS3 } from "@/lib/platform/blobs/testing/s3-server";
import { apiClient } from "./api-client";
import { fullJourney } from "./full-journey";
import { scannedPage } from "./scanned-page";
import { startServer, type StartedServer } from "./server";

describe("documents in an S3 store @exhaustive", () => {
  let store: RealS3;
  let server: StartedServer;

  beforeAll(async () => {
    store = await startRealS3();
    server = await startServer({ env: store.environment("journey") });
  }, 240_000);
  afterAll(async () => {
    await server.stop();
    await store.stop();
  }, 120_000);

  test("lets two signers sign, and everybody get the document, its evidence and its bundle", async () => {
    const api = apiClient(server.origin);
    const findings = await fullJourney(api, server.admin, makePdf({ pages: [{}] }), "in a bucket", {
      byCode: { page: 1, left: 40, top: 60, width: 180, height: 60 },
      byPassword: { page: 1, left: 60, top: 200, width: 150.5, height: 50.25 },
    });
    expect(findings.complaints).toEqual([]);
    expect(findings.signatures).toBe(4);
    const { body } = await api.call<{ data: { uuid: string }[] }>("GET", "/file/list", { as: server.admin });
    const uuid = body.data[0]?.uuid ?? "";
    expect((await api.bytes(`/file/${uuid}/evidence`, server.admin)).subarray(0, 5).toString()).toBe("%PDF-");
    expect(await verifiesOffline(server, await api.bytes(`/file/${uuid}/bundle`, server.admin))).toBe(true);
    expect(await readdir(server.dataDir)).not.toContain("blobs");
    expect(server.output()).not.toContain("testing");
  });

  test("uploads 50 MB with less than 250 MB of memory", async () => {
    const { origin, admin, pid } = server;
    const before = kilobytesOf(pid, "VmRSS");
    const pdf = scannedPage(50_000_000);
    const authorization = `Basic ${Buffer.from(`${admin.email}:${admin.password}`).toString("base64")}`;
    const answer = await fetch(`${origin}/api/v1/file?name=Scan`, {
      method: "POST",
      body: new Uint8Array(pdf),
      headers: { authorization, "content-type": "application/pdf" },
    });
    expect(answer.status).toBe(200);
    const { uuid } = (await answer.json()) as { uuid: string };
    const read = await apiClient(origin).bytes(`/file/${uuid}/content?version=original`, admin);
    expect(sha256Hex(read)).toBe(sha256Hex(pdf));
    expect(kilobytesOf(pid, "VmHWM") - before).toBeLessThan(250 * 1024);
  });

  test("copies every document to the folder with storage:move while the server runs, and reports a repeated run", () => {
    const env = { PATH: process.env["PATH"], DATA_DIR: server.dataDir, ...store.environment("journey") };
    const move = () =>
      spawnSync(process.execPath, ["scripts/run.mjs", "scripts/storage-move.ts", "--to=folder"], {
        env: env as unknown as NodeJS.ProcessEnv,
        encoding: "utf8",
      });
    expect(move()).toMatchObject({ status: 0, stdout: expect.stringMatching(/[1-9]\d* copied .*, 0 there already/) });
    expect(move()).toMatchObject({ status: 0, stdout: expect.stringContaining("Everything was there already") });
    expect(readFileSync(path.join(server.dataDir, "blobs", ".instance"), "utf8")).toMatch(/^moving /);
  });
});

async function verifiesOffline({ origin, dataDir }: StartedServer, bundle: Buffer): Promise<boolean> {
  const [file, root] = [path.join(dataDir, "bundle.zip"), path.join(dataDir, "ca.pem")];
  writeFileSync(file, bundle);
  writeFileSync(root, await (await fetch(`${origin}/pki/ca.crt`)).text());
  const { status } = spawnSync(process.execPath, ["scripts/run.mjs", "scripts/verify.ts", `--ca=${root}`, file]);
  return status === 0;
}

function kilobytesOf(pid: number, figure: "VmRSS" | "VmHWM"): number {
  return Number(new RegExp(`${figure}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
}
