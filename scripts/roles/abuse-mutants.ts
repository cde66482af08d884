import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { ambiguousSections } from "@/lib/pades/verify/testing/mutations/ambiguous-sections";
import { annotationMutations } from "@/lib/pades/verify/testing/mutations/annotation-mutations";
import { catalogMutations } from "@/lib/pades/verify/testing/mutations/catalog-mutations";
import { crossReferenceMutations } from "@/lib/pades/verify/testing/mutations/cross-reference-mutations";
import { fieldMutations } from "@/lib/pades/verify/testing/mutations/field-mutations";
import type { Mutation } from "@/lib/pades/verify/testing/mutations/mutation";
import { pageMutations } from "@/lib/pades/verify/testing/mutations/page-mutations";
import type { Abuse } from "./abuse";
import { fieldAbuses } from "./field-abuses";
import { fillingAbuses } from "./filling-abuses";
import type { PlannedMutant } from "./mutant";
import { numberObjects } from "./named-objects";
import { ingestFile, planRoleMutants, type MutantSource } from "./role-mutants";
import { formFlows, ownFlows, signSubject, type Flow } from "./sign-subject";
import { signingAbuses } from "./signing-abuses";
import { storeAbuses } from "./store-abuses";
import { structureAbuses } from "./structure-abuses";
import { subjectObjects } from "./subject";

/** Honest files that others signed, of the gold set beside the checkout: several producers, one to six signatures, tagged and not. */
const foreign = [
  "dss-pades-bes.pdf",
  "dss-pdf-signed-original.pdf",
  "dss-hello_signed_INCSAVE_signed.pdf",
  "dss-pdf-structtreeroot-changes.pdf",
  "dss-PAdES-LT.pdf",
  "dss-pades-ltv.pdf",
  "dss-fieldmdp-include.pdf",
  "pyhanko-minimal-two-fields-signed-twice.pdf",
  "pyhanko-certified-with-indirect-refs-in-dir.pdf",
  "pyhanko-form-update-override-appearance-stream.pdf",
];

const known: readonly Abuse[] = [
  ["pages", pageMutations],
  ["annotations", annotationMutations],
  ["catalog", catalogMutations],
  ["fields", fieldMutations],
  ["cross-references", crossReferenceMutations],
  ["sections", ambiguousSections],
].flatMap(([name, mutations]) =>
  (mutations as readonly Mutation[]).map((mutation): Abuse => ({
    group: `mutations of the unit tests: ${name as string}`,
    name: mutation.name,
    apply: (bytes) => mutation.apply(bytes),
  })),
);

const anywhere: readonly Abuse[] = [...fieldAbuses, ...fillingAbuses, ...storeAbuses, ...signingAbuses];
/** Flows and foreign files that differ most: what takes long is tried on these only. */
const someFlows: ReadonlySet<string> = new Set(["two signers and a seal", "an approval", "certified, P=2"]);
const someForeign: ReadonlySet<string> = new Set(["dss-pades-bes.pdf", "pyhanko-minimal-two-fields-signed-twice.pdf"]);

/** A signed file that abuses are tried on; signed when the first of them asks. */
interface Base {
  name: string;
  abuses: readonly Abuse[];
  bytes: () => Promise<Buffer>;
}

/** Every mutant of a run, in a fixed order for a seed. */
export function planMutants(source: MutantSource, goldFolder: string): PlannedMutant[] {
  return [...planRoleMutants(source), ...planAbuseMutants(source, goldFolder)];
}

/** Every abuse on every base. Certified files refuse some honest changes, so that honesty counts on approvals and files of ours only. */
function planAbuseMutants(source: MutantSource, goldFolder: string): PlannedMutant[] {
  return [...subjectBases(source), ...foreignBases(goldFolder)].flatMap((base) =>
    base.abuses.map((abuse) => {
      const { group, name, isHonest = false, mayChange = [], mustWarn = false } = abuse;
      const id = `abuse:${base.name}:${name}`;
      const make = async () => {
        const honest = await base.bytes();
        return {
          id,
          group,
          name,
          honest,
          mutated: await abuse.apply(honest, source.party),
          isHonest,
          mayChange,
          mustWarn,
        };
      };
      return { id, group, name: `${name} (${base.name})`, make };
    }),
  );
}

function subjectBases(source: MutantSource): Base[] {
  return [false, true].flatMap((isTagged) =>
    [...ownFlows, ...formFlows].map((flow) => subjectBase(source, flow, isTagged)),
  );
}

function subjectBase(source: MutantSource, flow: Flow, isTagged: boolean): Base {
  const objects = subjectObjects({ isTagged, hasForm: flow.kind !== "own", grafts: {} });
  const { bytes, numbers } = numberObjects(objects, "/Info @Information");
  let signed: Promise<Buffer> | null = null;
  const isThorough = someFlows.has(flow.name);
  const tags = isTagged && isThorough ? structureAbuses([...numbers.keys()], (name) => numbers.get(name) ?? 0) : [];
  return {
    name: `${flow.name}${isTagged ? ", tagged" : ""}`,

    abuses: [...tags, ...anywhere, ...(isThorough && !isTagged ? known : [])].map((abuse) => ({
      ...abuse,
      isHonest: abuse.isHonest === true && permits(flow, abuse),
    })),
    bytes: () =>
      (signed ??= signSubject(bytes, flow, source.party, { takeIn: (upload) => ingestFile(source, upload) })),
  };
}

/** A certification, and our own preparation, certification and seal, forbid what an approval leaves open. */
function permits({ kind, level }: Flow, { group }: Abuse): boolean {
  const isOpen =
    kind === "stranger" || (!group.includes("filled in") && !(kind === "own" && group.includes("signature fields")));
  return level === null && isOpen;
}

function foreignBases(folder: string): Base[] {
  return foreign
    .map((name) => path.join(folder, name))
    .filter(existsSync)
    .map((file) => {
      let read: Promise<Buffer> | null = null;
      return {
        name: path.basename(file),
        abuses: [...anywhere, ...(someForeign.has(path.basename(file)) ? known : [])].map((abuse) => ({
          ...abuse,
          isHonest: false,
        })),
        bytes: () => (read ??= readFile(file)),
      };
    });
}
