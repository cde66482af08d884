import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startEngine } from "@/lib/engine/pool";
import { inLanes } from "../judges/in-lanes";
import { PdfiumJudge } from "../judges/pdfium-judge";
import { planMutants } from "./abuse-mutants";
import { honestFilling } from "./filling-abuses";
import { judgeMutant, type Bench, type PlannedMutant } from "./judge-mutant";
import { failing } from "./report";
import { shownValueAbuses, valueForm } from "./shown-value-abuses";
import { formFlows, makeParty, signSubject, type Party } from "./sign-subject";
import { numberObjects, subjectObjects } from "./subject";

const seed = 20261122;
/** A prime, so that the sample covers all groups and objects. `npm run test:roles` judges every mutant. */
const everyNth = 691;
let bench: Bench;
let party: Party;

beforeAll(async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "roles-test-"));
  const engine = startEngine({ distDir: path.resolve("dist"), maxPdfBytes: 10 * 1024 * 1024 });
  bench = { engine, pdfium: await PdfiumJudge.start(), folder, keepIn: null };
  party = await makeParty();
});

afterAll(async () => {
  await bench.engine.close();
  await rm(bench.folder, { recursive: true, force: true });
});

const plan = (): PlannedMutant[] =>
  planMutants({ engine: bench.engine, party, folder: bench.folder, seed }, path.resolve("../shared/gold"));

const group = { id: "x", label: "x" };

describe("mutants of signed files", () => {
  test("number more than 2,000", () => {
    expect(plan().length).toBeGreaterThan(2000);
  });

  test("show nothing else while green, and stay green after permitted changes, in a sample", async () => {
    const sample = plan().filter((_, index) => index % everyNth === 0);
    const judgements = await inLanes(sample, (mutant) => judgeMutant(bench, mutant));
    expect(judgements.filter(({ outcome }) => failing.has(outcome))).toEqual([]);
  }, 240_000);

  test("count as a wrong green when a filling shows another value, but not when it is honest @exhaustive", async () => {
    const form = await valueForm(party, []);
    const [honest] = shownValueAbuses.filter(({ isHonest }) => isHonest);
    if (!honest?.shows) throw new Error("the honest filling is gone");
    const { shows, mayChange = [] } = honest;
    const judge = async (alike: Buffer, text: string | null) =>
      judgeMutant(bench, {
        id: "x",
        group,
        name: "x",
        construction: "x",
        make: async () => ({
          ...{ id: "x", group, name: "x", honest: form, mutated: await honest.apply(form, party), mayChange },
          shows: { ...shows, alike, text },
        }),
      });
    expect((await judge(shows.alike(form), "100")).outcome).toBe("same");
    expect((await judge(shows.alike(form), "900")).outcome).toBe("wrong_green");
    expect((await judge(form, "100")).outcome).toBe("wrong_green");
  });

  test("count as a wrong green when they show something else, except in a changeable area @exhaustive", async () => {
    const [, approval] = formFlows;
    if (!approval) throw new Error("the flow is gone");
    const { bytes } = numberObjects(
      subjectObjects({ isTagged: false, hasForm: true, grafts: {} }),
      "/Info @Information",
    );
    const honest = await signSubject(bytes, approval, party, { takeIn: (upload) => Promise.resolve(upload) });
    const mutated = await honestFilling.apply(honest, party);
    const judge = (mayChange: typeof honestFilling.mayChange) =>
      judgeMutant(bench, {
        id: "x",
        group,
        name: "x",
        construction: "x",
        make: () =>
          Promise.resolve({ id: "x", group, name: "x", honest, mutated, ...(mayChange ? { mayChange } : {}) }),
      });
    expect((await judge(undefined)).outcome).toMatch(/wrong_green|rule_defect/);
    expect((await judge(honestFilling.mayChange)).outcome).toBe("same");
  });
});
