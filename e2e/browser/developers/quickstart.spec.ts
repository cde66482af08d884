import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "@/e2e/browser/fixtures";
import { makePdf } from "@/lib/pdf/testing/make-pdf";

// Error answers are checked in e2e/problem-documents.ts: each is a problem document whose type leads to a page. The
// description is checked in full in lib/api/openapi-judged.test.ts, the quickstart in e2e/quickstart.test.ts.
test("creates a draft, places a field and releases it with the page's curl commands; /openapi.json is valid OpenAPI 3.1 @exhaustive", async ({
  page,
  context,
  newRequester,
  loggedIn,
  request,
  api,
  inbox,
}) => {
  const person = await newRequester();
  await loggedIn(page, person);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/developers");
  const blocks: string[] = [];
  for (const title of ["Your values", "A token", "Create a draft", "Place a field", "Release"]) {
    const step = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title, exact: true }) });
    await step.getByRole("button", { name: "Copy" }).click();
    await expect(step.getByRole("button", { name: "Copied" })).toBeVisible();
    blocks.push(await page.evaluate(() => navigator.clipboard.readText()));
  }
  const folder = await mkdtemp(path.join(os.tmpdir(), "paraph-quickstart-"));
  try {
    // The page uses a variable for the one value that it cannot know.
    const env = { PATH: process.env["PATH"], PASSWORD: person.password, NODE_ENV: "test" } as const;
    const { stdout, stderr } = await promisify(execFile)(
      "bash",
      ["--norc", "-eu", "-o", "pipefail", "-c", blocks.join("\n")],
      { cwd: folder, env },
    );
    expect(stderr).toBe("");
    expect(stdout).toMatch(/able to sign$/m);
    const uuid = /\/documents\/([0-9a-f-]{36})$/m.exec(stdout)?.[1] ?? "";
    const { body } = await api.call<{ status: number; elements?: unknown[] }>("GET", `/file/validate/uuid/${uuid}`, {
      as: person,
    });
    expect(body.status).toBe(1);
    expect(await inbox.linkOf("bo@example.org")).toMatch(/^[0-9a-f-]{36}$/);
    expect((await readFile(path.join(folder, "lease.pdf"))).subarray(0, 5).toString()).toBe("%PDF-");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const validator = new Validator();
  const { valid, errors } = await validator.validate(
    (await (await request.get("/openapi.json")).json()) as Record<string, unknown>,
  );
  expect([valid, errors ?? [], validator.version]).toEqual([true, [], "3.1"]);
});

test("repeats the answer for the same Idempotency-Key without acting twice, and refuses another body @exhaustive", async ({
  request,
  api,
  newRequester,
}) => {
  const person = await newRequester();
  const headers = {
    authorization: `Basic ${Buffer.from(`${person.email}:${person.password}`).toString("base64")}`,
    "idempotency-key": "once",
  };
  const create = (name: string) =>
    request.post("/api/v1/request-signature", {
      headers,
      data: {
        name,
        file: { base64: makePdf({ pages: [{}] }).toString("base64") },
        users: [{ email: "bo@example.org" }],
      },
    });
  const count = async () => (await api.call<{ data: unknown[] }>("GET", "/file/list", { as: person })).body.data.length;
  expect(await count()).toBe(0);
  const [first, second] = [await create("Lease"), await create("Lease")];
  expect([first.status(), first.headers()["idempotent-replayed"]]).toEqual([200, undefined]);
  expect([second.status(), second.headers()["idempotent-replayed"]]).toEqual([200, "true"]);
  expect(await second.text()).toBe(await first.text());
  const changed = await create("Another lease");
  expect([changed.status(), changed.headers()["content-type"]]).toEqual([422, "application/problem+json"]);
  expect(await count()).toBe(1);
});
