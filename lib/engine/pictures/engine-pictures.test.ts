import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { append, makeCompleted } from "@/lib/pades/verify/testing/signed-files";
import { startEngine } from "../pool";

const folder = mkdtempSync(path.join(tmpdir(), "paraph-engine-"));
const engine = startEngine({ distDir: path.resolve("dist"), maxPdfBytes: 10_000_000, threads: 1 });
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true });
});

test("renders only when pictures are requested", async () => {
  const { bytes } = await makeCompleted({ signed: 1 });
  const segment = { path: path.join(folder, "a.pdf"), size: bytes.length };
  writeFileSync(segment.path, bytes);
  const codes = async (options: Parameters<typeof engine.verify>[1]) =>
    (await engine.verify([segment], options)).signatures.map(({ pictures }) => pictures.code);
  expect(await codes({})).toEqual(["not_compared", "not_compared", "nothing_later"]);
  // A busy machine may give a program too little time, which does not count as a difference.
  for (const code of (await codes({ pictures: true, milliseconds: 60_000 })).slice(0, 2))
    expect(["same", "partly", "not_compared"]).toContain(code);
});

test("falls back to the verdict of the rules when there is no time for pictures, and reports that @exhaustive", async () => {
  const { bytes } = await makeCompleted({ signed: 1 });
  const changed = append(
    bytes,
    (revision, document) =>
      void revision.replace(
        document.catalog().num,
        0,
        document.catalog().bytes.subarray(document.catalog().value.start, document.catalog().value.end),
      ),
  );
  const segment = { path: path.join(folder, "b.pdf"), size: changed.length };
  writeFileSync(segment.path, changed);
  const report = await engine.verify([segment], { pictures: true, milliseconds: 1 });
  for (const { pictures } of report.signatures)
    expect(pictures).toMatchObject({ code: "not_compared", overrules: false });
});
