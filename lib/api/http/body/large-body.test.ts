import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { z, type ZodType } from "zod";
import { folderBlobStore } from "@/lib/platform/blobs/folder-blob-store";
import { DomainError } from "@/lib/platform/errors";
import { defaultLimits } from "@/lib/platform/limits";
import { withBody } from "./read-body";

const rules = { bodyKind: "json-with-file", body: z.object({ name: z.string(), base64: z.string() }) } as const;
const base64 = "QUJD".repeat(500_000);
const json = JSON.stringify({ name: "契約", base64 });
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "paraph-large-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function receive<T>(
  body: string,
  work: (body: unknown) => Promise<T>,
  limits = {},
  blobs = folderBlobStore(folder),
): Promise<T> {
  const request = new Request("http://localhost/", {
    method: "POST",
    body,
    headers: { "content-type": "application/json", "content-length": String(Buffer.byteLength(body)) },
  });
  return withBody(rules, request, { blobs, limits: { ...defaultLimits, ...limits } }, work);
}

/** The sizes of the files in the folder. */
async function leftovers(): Promise<number[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async ({ parentPath, name }) => (await stat(path.join(parentPath, name))).size),
  );
}

test("passes a large body to its operation unchanged, and leaves nothing on disk", async () => {
  await expect(receive(json, (body) => Promise.resolve(body))).resolves.toEqual({ name: "契約", base64 });
  await expect(receive(json, () => Promise.reject(new DomainError("pdf_invalid")))).rejects.toMatchObject({
    code: "pdf_invalid",
  });
  await expect(receive(`${json}}`, () => Promise.resolve())).rejects.toMatchObject({ code: "malformed_json" });
  await expect(receive(json, () => Promise.resolve(), { jsonBodyWithFileBytes: 1_500_000 })).rejects.toMatchObject({
    code: "too_large",
  });
  expect(await leftovers()).toEqual([]);
});

test("refuses 35 MiB of small values with flat memory use @exhaustive", async () => {
  const body = `{"name":[${"0,".repeat(17_000_000)}0]}`;
  const before = process.memoryUsage().heapUsed;
  await expect(receive(body, () => Promise.resolve())).rejects.toMatchObject({ code: "malformed_json" });
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(100_000_000);
});

/** The result of validating a small body with `schema`. */
function judge(schema: ZodType, given: unknown): Promise<unknown> {
  const body = JSON.stringify(given);
  const headers = { "content-type": "application/json", "content-length": String(body.length) };
  return withBody(
    { body: schema, bodyKind: "json" },
    new Request("http://localhost/", { method: "POST", body, headers }),
    { blobs: folderBlobStore(folder), limits: defaultLimits },
    () => Promise.resolve(),
  );
}

test("reports a body with more faults than zod can return as the caller's error @exhaustive", async () => {
  const nested = z.object({
    people: z.array(z.object({ fields: z.array(z.object({ a: z.int(), b: z.int(), c: z.int() })) })),
  });
  await expect(judge(nested, { people: Array(25).fill({ fields: Array(1999).fill({}) }) })).rejects.toMatchObject({
    code: "validation_failed",
  });
});

test("does not validate the entries of a list that is too long for every operation", async () => {
  const judged = vi.fn(() => false);
  await expect(
    judge(z.object({ users: z.array(z.custom(judged)) }), { users: Array(2001).fill(0) }),
  ).rejects.toMatchObject({
    code: "validation_failed",
    violations: [{ pointer: "/users", code: "too_many", bound: 2000 }],
  });
  expect(judged).not.toHaveBeenCalled();
});

test("describes only those faults that the response lists", async () => {
  const described = vi.fn(() => "is not right");
  await expect(
    judge(z.object({ users: z.array(z.int({ error: described })) }), { users: Array(2000).fill("0") }),
  ).rejects.toMatchObject({ code: "validation_failed", violations: Array(50).fill(expect.anything()) });
  expect(described).toHaveBeenCalledTimes(50);
});

test("keeps two of many concurrent large bodies in memory while the rest wait on disk", async () => {
  let [onDisk, inMemory, most] = [0, 0, 0];
  const blobs = folderBlobStore(folder);
  const receiveOnDisk = blobs.receive.bind(blobs);
  vi.spyOn(blobs, "receive").mockImplementation(async (...given) => {
    const received = await receiveOnDisk(...given);
    onDisk += 1;
    return {
      // Used when the body has a slot.
      get path() {
        most = Math.max(most, (inMemory += 1));
        return received.path;
      },
      discard: () => received.discard(),
    };
  });
  const held = (async () => {
    await expect.poll(() => onDisk).toBe(6);
    // A body takes a free slot in the turn of the event loop in which it is on disk.
    await turn();
  })();
  await Promise.all(
    Array.from({ length: 6 }, () =>
      receive(
        json,
        async () => {
          await held;
          inMemory -= 1;
        },
        {},
        blobs,
      ),
    ),
  );
  expect(most).toBe(2);
  expect(await leftovers()).toEqual([]);
});
