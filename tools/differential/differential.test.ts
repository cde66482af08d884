import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startEngine } from "@/lib/engine/pool";
import { inLanes } from "../judges/in-lanes";
import { PdfiumJudge } from "../judges/pdfium-judge";
import { families, generate } from "./generate";
import { failing, judgeFile, type Bench } from "./judge-file";
import { isKnown, knownDifferences, nameOf } from "./known-differences";
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
      files.filter(({ family }) => family !== "encryption").map(({ bytes }) => bytes.toString("base64"));
    expect(bytesOf(once)).toEqual(bytesOf(again));
  }, 60_000);

  // `npm run test:differential` checks every file of every family.
  test("are refused, the same in four programs or flagged by page, in a sample", async () => {
    const sample = [...generate(seed)].filter(({ id }) => id.endsWith(":0")).filter((_, index) => index % 15 === 0);
    const judgements = await inLanes(sample, (file) => judgeFile(bench, file));
    expect(judgements.filter(({ outcome }) => failing.has(outcome))).toEqual([]);
  }, 120_000);

  test("count as different when ingest accepts two readings", async () => {
    const [twice] = [...generate(seed)].filter(({ id }) => id === "cross-reference tables:0");
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
  const overprinting = { family: "soft masks and blending", construct: "overprinting" };

  test("each name a construct of the bench and a reason", () => {
    const constructs = new Set(
      families.flatMap(({ name: family, constructs: all }) => all.map(([construct]) => nameOf({ family, construct }))),
    );
    for (const [name, { why, programs }] of Object.entries(knownDifferences)) {
      expect(constructs).toContain(name);
      expect(why.length).toBeGreaterThan(20);
      expect(programs.length).toBeGreaterThan(0);
    }
  });

  test("do not cover another program or another construct", () => {
    expect(isKnown(overprinting, new Set(["MuPDF"]))).toBe(true);
    expect(isKnown(overprinting, new Set(["MuPDF", "pdf.js"]))).toBe(false);
    expect(isKnown({ ...overprinting, construct: "an alpha mask" }, new Set(["MuPDF"]))).toBe(false);
  });

  test("are reported as stale when no file shows them any more", () => {
    const judgement = { ...overprinting, id: "soft masks and blending:11", note: "" };
    expect(staleDifferences([{ ...judgement, outcome: "known" }])).not.toContain(nameOf(overprinting));
    expect(staleDifferences([{ ...judgement, outcome: "kept" }])).toContain(nameOf(overprinting));
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
