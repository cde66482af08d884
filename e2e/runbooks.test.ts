import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import { isAlive } from "@/scripts/bootstrap/is-alive.mjs";
import { freePort } from "@/scripts/embedded-postgres/free-port";
import { openEmbeddedPostgres, type EmbeddedPostgres } from "@/scripts/embedded-postgres/open";
import { apiClient } from "./api-client";
import { cleanEnvironment, copyStartedData, startServer, type StartedServer } from "./server";

interface Ran {
  command: string;
  /** The exit code; null after a signal. */
  status: string | number | null;
  output: string;
}

/** The command lines below a heading of docs/operations.md, without comments. */
function commandsBelow(heading: string): string[] {
  const page = readFileSync("docs/operations.md", "utf8");
  const from = page.indexOf(`\n${heading}\n`);
  const level = heading.split(" ")[0] ?? "";
  const rest = page.slice(from + heading.length + 1);
  const section = rest.slice(0, rest.search(new RegExp(`\n#{1,${level.length}} `)));
  const blocks = [...section.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = ""]) => block);
  const lines = blocks.flatMap((block) => block.split("\n")).map((line) => line.replace(/\s+#.*$/, "").trim());
  const commands = lines.filter((line) => line !== "");
  expect(commands, heading).not.toEqual([]);
  return commands;
}

describe("the commands of docs/operations.md, run as written @exhaustive", () => {
  let place: string;
  let postgres: EmbeddedPostgres;
  let server: StartedServer;
  let uuid: string;

  beforeAll(async () => {
    place = await mkdtemp(path.join(os.tmpdir(), "paraph-runbooks-"));
    await writeFile(path.join(place, "passphrase"), "a passphrase of the runbooks\n", { mode: 0o600 });
    const [database, dataDir] = [path.join(place, "database"), path.join(place, "data")];
    for (const folder of [database, dataDir]) {
      await mkdir(folder);
      await copyStartedData(folder);
    }
    postgres = await openEmbeddedPostgres({ root: process.cwd(), dataDir: database });
    server = await startServer({ dataDir });
    const { body } = await apiClient(server.origin).call<{ data: { uuid: string } }>("POST", "/request-signature", {
      as: server.admin,
      json: {
        file: { base64: makePdf({ pages: [{}] }).toString("base64") },
        name: "Lease",
        users: [{ email: "ana@example.org", displayName: "Ana Silva" }],
      },
    });
    ({ uuid } = body.data);
  }, 120_000);
  afterAll(async () => {
    await server.stop();
    await postgres.stop();
    await rm(place, { recursive: true, force: true });
  }, 120_000);

  /**
   * Runs a documented command; only paths and the address differ from the page. `exported` holds the variables that
   * earlier blocks export, as in one shell. Does not block: `fetch` must see the server close idle connections.
   */
  async function run(command: string, exported: Record<string, string> = {}) {
    const options = {
      env: {
        ...cleanEnvironment(),
        DATA_DIR: server.dataDir,
        PUBLIC_URL: server.origin,
        DATABASE_URL: /^psql/.test(command) ? postgres.url : "",
        ADMIN: `${server.admin.email}:${server.admin.password}`,
        ...exported,
      },
    };
    return new Promise<Ran>((resolve) => {
      execFile("bash", ["-o", "pipefail", "-c", here(command)], options, (error, stdout, stderr) => {
        resolve({ command, status: error ? (error.code ?? null) : 0, output: stdout + stderr });
      });
    });
  }

  function here(text: string): string {
    return text
      .replaceAll("http://localhost:3000", server.origin)
      .replaceAll("/etc/paraph/backup-passphrase", path.join(place, "passphrase"))
      .replaceAll("/backups/", `${place}/`)
      .replaceAll("/srv/paraph-new", path.join(place, "restored"))
      .replace("ssh backup@elsewhere 'cat > paraph.paraph'", `sh -c 'cat > ${place}/piped.paraph'`);
  }

  function expectDone(one: Ran): void {
    expect(one.status, `${one.command}\n${one.output}`).toBe(0);
    // curl exits with 0 for error answers.
    expect(one.output).not.toContain('"type":"https://paraph');
    expect(one.output).not.toMatch(/"status":\s*[45]\d\d/);
  }

  test("recover from a full disk, damaged documents, a stopped sweep and a database that is down", async () => {
    for (const heading of ["### Disk full", "### Damaged documents", "### Sweep stopped"])
      for (const command of commandsBelow(heading)) expectDone(await run(command));
    const states = [];
    for (const command of commandsBelow("### Database down")) states.push(await run(command));
    for (const one of states) expectDone(one);
    expect(states[0]?.output).toContain("200");
  });

  test("replace the seal and the issuing authority after an expired certificate or a leaked key", async () => {
    const authorities = async () =>
      (await apiClient(server.origin).call("GET", "/admin/authorities", { as: server.admin })).body;
    const before = JSON.stringify(await authorities());
    for (const command of commandsBelow("### Certificate expiring")) expectDone(await run(command));
    const between = JSON.stringify(await authorities());
    expect(between).not.toBe(before);
    for (const command of commandsBelow("### Leaked key or secret").filter((line) => line.startsWith("curl")))
      expectDone(await run(command));
    expect(JSON.stringify(await authorities())).not.toBe(between);
  });

  test("let a locked-out administrator in again, beside the running server", async () => {
    const [command = ""] = commandsBelow("### Locked out");
    const logIn = async (password: string) =>
      (await apiClient(server.origin).call("GET", "/account/me", { as: { ...server.admin, password } })).status;
    const reset = await run(command);
    expectDone(reset);
    const password = /: (\S+)$/m.exec(reset.output)?.[1] ?? "";
    expect([await logIn(server.admin.password), await logIn(password)]).toEqual([401, 200]);
    const again = await run(command, { NEW_PASSWORD: server.admin.password });
    expectDone(again);
    expect(again.output).not.toContain(server.admin.password);
    expect(await logIn(server.admin.password)).toBe(200);
  });

  test("back up to a file and through a pipe, and restore into an empty instance that starts without a worker", async () => {
    const passphrase = { BACKUP_PASSPHRASE_FILE: path.join(place, "passphrase") };
    const backups = commandsBelow("## Backup and restore").filter(
      (line) => /backup/.test(line) && line.startsWith("npm") && !line.includes("s3://") && !line.includes("restore"),
    );
    expect(backups).toHaveLength(2);
    for (const command of backups) expectDone(await run(command, passphrase));

    const restore = commandsBelow("### Restore");
    const restored = { DATA_DIR: path.join(place, "restored"), ...passphrase };
    expect(here(restore[0] ?? "")).toContain(restored.DATA_DIR);
    for (const command of restore.filter((line) => line.startsWith("npm"))) expectDone(await run(command, restored));

    const port = await freePort();
    const started = restore.at(-1) ?? "";
    expect(started).toContain("npm start");
    const child = spawn("bash", ["-c", `exec env ${started}`], {
      env: { ...cleanEnvironment(), ...restored, PORT: String(port) },
      stdio: "ignore",
      detached: true,
    });
    const ended = once(child, "exit");
    const client = apiClient(`http://localhost:${String(port)}`);
    try {
      await expect
        .poll(
          () =>
            client.call("GET", `/file/${uuid}/progress`, { as: server.admin }).then(
              ({ status }) => status,
              () => 0,
            ),
          {
            timeout: 60_000,
          },
        )
        .toBe(200);
    } finally {
      process.kill(-(child.pid ?? 0), "SIGTERM");
      await ended;
    }
  }, 240_000);

  test("replace a leaked secret of the embedded mode", async () => {
    const secretFile = path.join(server.dataDir, "secret");
    const before = readFileSync(secretFile, "utf8");
    const { dataDir } = server;
    const port = Number(new URL(server.origin).port);
    process.kill(server.pid, "SIGTERM");
    await expect.poll(() => isAlive(server.pid), { timeout: 40_000 }).toBe(false);
    for (const command of commandsBelow("### Leaked key or secret").filter((line) => line.startsWith("npm")))
      expectDone(await run(command));
    server = await startServer({ dataDir, port });
    expect(readFileSync(secretFile, "utf8")).not.toBe(before);
    const { status } = await apiClient(server.origin).call("GET", `/file/${uuid}/progress`, { as: server.admin });
    expect(status).toBe(200);
  }, 120_000);
});
