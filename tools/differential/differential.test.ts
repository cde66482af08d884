import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startEngine } from "@/lib/engine/pool";
import { present } from "@/lib/testing/representatives";
import { inLanes } from "../judges/in-lanes";
import { PdfiumJudge } from "../judges/pdfium-judge";
import { isKnown, knownDifference, knownDifferences } from "./families/known-differences";
import { families, generate } from "./generate";
import { failing, judgeFile, type Bench } from "./judge-file";
import { staleDifferences } from "./report";

const seed = 20261122;
let bench: Bench;

beforeAll(async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "differential-test-"));
  const engine = startEngine({ distDir: path.resolve("dist"), maxPdfBytes: 10 * 1024 * 1024 });
  bench = { engine, pdfium: await PdfiumJudge.start(), folder, keepIn: null };
});

afterAll(async () => {
  await bench.engine.close();
  await rm(bench.folder, { recursive: true, force: true });
});

describe("ambiguous files", () => {
  test("are generated in 30 families and more than 300 files, reproducibly by seed @exhaustive", () => {
    const [once, again] = [[...generate(seed)], [...generate(seed)]];
    expect(families.length).toBeGreaterThanOrEqual(30);
    expect(once.length).toBeGreaterThanOrEqual(300);
    // Encrypted files contain random salts.
    const bytesOf = (files: typeof once) =>
      files.filter(({ family }) => family.id !== "encryption").map(({ bytes }) => bytes.toString("base64"));
    expect(bytesOf(once)).toEqual(bytesOf(again));
  }, 60_000);

  // `npm run test:differential` checks every file of every family.
  test("are refused, the same in four programs or flagged by page, in a sample", async () => {
    const ids = new Set(families.filter((_, index) => index % 45 === 0).map(({ id }) => `${id}:0`));
    const sample = [...generate(seed, (id) => ids.has(id))];
    expect(sample).toHaveLength(2);
    const judgements = await inLanes(sample, (file) => judgeFile(bench, file));
    expect(judgements.filter(({ outcome }) => failing.has(outcome))).toEqual([]);
  }, 120_000);

  test("count as different when ingest accepts two readings @exhaustive", async () => {
    const [twice] = generate(seed, (id) => id === "cross_reference_tables:0");
    if (!twice) throw new Error("the family is gone");
    const asItCame: Bench = {
      ...bench,
      engine: {
        ...bench.engine,
        ingest: () => Promise.resolve(kept),
        compareReaders: () => Promise.resolve({ compared: 0, of: 0, differences: [] }),
      },
    };
    expect((await judgeFile(asItCame, twice)).outcome).toBe("different");
  });
});

describe("known differences", () => {
  test("are each named by one construct of the bench, with a reason", () => {
    const named = families.flatMap(({ constructs }) => constructs.flatMap(([, , known]) => known ?? []));
    expect(named.toSorted()).toEqual(Object.keys(knownDifferences).toSorted());
    for (const { why, programs } of named.map(knownDifference)) {
      expect(why.length).toBeGreaterThan(20);
      expect(programs.length).toBeGreaterThan(0);
    }
  });

  test("do not cover another program or another construct", () => {
    expect(isKnown("overprinting", new Set(["MuPDF"]))).toBe(true);
    expect(isKnown("overprinting", new Set(["MuPDF", "pdf.js"]))).toBe(false);
    expect(isKnown(null, new Set(["MuPDF"]))).toBe(false);
  });

  test("are reported as stale when no file shows them any more", () => {
    const files = [...generate(seed, (id) => id.startsWith("soft_masks_and_blending:"))];
    const { id, family, construct, known } = present(files.find((file) => file.known === "overprinting"));
    const judgement = { id, family, construct, known, note: "" };
    expect(staleDifferences([{ ...judgement, outcome: "known" }])).not.toContain("overprinting");
    expect(staleDifferences([{ ...judgement, outcome: "kept" }])).toContain("overprinting");
  });
});

const kept = {
  kind: "kept",
  baseReplaced: null,
  tail: null,
  pages: [],
  alreadySigned: false,
  repaired: false,
  decrypted: false,
  frozenFields: 0,
  removed: [],
  activeContent: [],
  carried: [],
  size: 0,
  sha256: "",
} as unknown as Awaited<ReturnType<Bench["engine"]["ingest"]>>;
