import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { jbig2Images } from "@/lib/engine/testing/bombs";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import { startChildren, type Children } from "./children";
import { EngineBusyError, type Turn } from "./waiting-line";

const folder = mkdtempSync(path.join(tmpdir(), "paraph-children-"));
const pdf = makePdf({ pages: [{}] });
const file = path.join(folder, "one-page.pdf");
writeFileSync(file, pdf);
afterAll(() => rmSync(folder, { recursive: true }));

let children: Children;
beforeEach(() => (children = startChildren(path.resolve("dist"), 1)));
afterEach(() => children.close());

const draw = (turn: Turn) =>
  children.run(
    "render",
    { segments: [{ path: file, size: pdf.length }], page: 1, widthPx: 200, format: "png" },
    20_000,
    turn,
  );

test("ten images for one caller delay another caller by one image @exhaustive", async () => {
  const done: string[] = [];
  const noted = (caller: string) => draw({ caller, file: "f" }).then(() => done.push(caller));
  await Promise.all([...Array.from({ length: 10 }, () => noted("ana")), noted("bo")]);
  expect(done.indexOf("bo")).toBeLessThanOrEqual(2);
  expect(done).toHaveLength(11);
});

test("drops a queued image when its caller disconnects @exhaustive", async () => {
  const leaving = new AbortController();
  const first = draw({ caller: "ana", file: "f" });
  const left = Array.from({ length: 30 }, () => draw({ caller: "ana", file: "f", left: leaving.signal }));
  const outcomes = Promise.allSettled(left);
  leaving.abort();
  expect(
    (await outcomes).every((outcome) => outcome.status === "rejected" && outcome.reason instanceof EngineBusyError),
  ).toBe(true);
  expect((await first).length).toBeGreaterThan(0);
  await expect(draw({ caller: "ana", file: "f", left: leaving.signal })).rejects.toThrow(EngineBusyError);
});

test("ends a running image when its caller disconnects, and gives the next caller a fresh process", async () => {
  const leaving = new AbortController();
  const place = path.join(folder, "slow.pdf");
  const slow = jbig2Images(20_000);
  writeFileSync(place, slow);
  await draw({ caller: "ana", file: "f" });
  const [stuck] = children.pids();
  const drawing = children.run(
    "render",
    { segments: [{ path: place, size: slow.length }], page: 1, widthPx: 200, format: "png" },
    50_000,
    { caller: "ana", file: "g", left: leaving.signal },
  );
  const next = draw({ caller: "bo", file: "f" });
  // By then the process has the job.
  await new Promise(setImmediate);
  leaving.abort();
  await expect(drawing).rejects.toThrow(EngineBusyError);
  expect((await next).length).toBeGreaterThan(0);
  expect(children.pids()).not.toContain(stuck);
});

test("one caller may queue 128 images, and another caller still gets in @exhaustive", async () => {
  const own = Array.from({ length: 129 }, () => draw({ caller: "ana", file: "f" }));
  const ended = Promise.allSettled(own);
  await expect(draw({ caller: "ana", file: "g" })).rejects.toThrow(EngineBusyError);
  const other = draw({ caller: "bo", file: "f" });
  expect((await other).length).toBeGreaterThan(0);
  children.close();
  await ended;
});

test("refuses an image that exceeds its waiting time @exhaustive", async () => {
  const first = draw({ caller: "ana", file: "f" });
  await expect(draw({ caller: "bo", file: "f", mostWaitMs: 1 })).rejects.toThrow(EngineBusyError);
  expect((await first).length).toBeGreaterThan(0);
});
