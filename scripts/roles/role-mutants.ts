import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { missing, NotApplicable, Target } from "@/lib/pades/verify/testing/mutations/mutation";
import type { IngestOutcome, PdfEngine } from "@/lib/pdf-pool/engine";
import { fromBuffer } from "@/lib/pdf/byte-source";
import { PdfDocument } from "@/lib/pdf/document";
import { editDict, Revision } from "@/lib/pdf/revision";
import { pdfRef } from "@/lib/pdf/syntax/serialize";
import { seeded } from "@/lib/pdf/testing/seeded";
import type { Mutant, PlannedMutant } from "./mutant";
import { numberObjects, resolveNames } from "./named-objects";
import { forgedObjects, rewrites } from "./rewrites";
import { secondRoles, type SecondRole } from "./second-roles";
import { formFlows, ownFlows, signSubject, type Flow, type Party } from "./sign-subject";
import { subjectObjects } from "./subject";

export interface MutantSource {
  engine: PdfEngine;
  party: Party;
  folder: string;
  seed: number;
}

/** How the change is dressed up: as it is, or with what the second role would excuse. */
type Disguise = "plain" | "structure element" | "validation data";
const disguises: readonly Disguise[] = ["plain", "structure element", "validation data"];

/** One mutant for every object of the subject and every second role; flow, moment and disguise follow from the seed. */
export function planRoleMutants(source: MutantSource): PlannedMutant[] {
  const random = seeded(source.seed);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] ?? (items[0] as T);
  return Object.keys(rewrites).flatMap((victim) =>
    secondRoles.map((second) => {
      const flow = pick(
        second.needs === "form" ? formFlows : [...ownFlows, ...(second.needs === "tags" ? [] : formFlows)],
      );
      const isTagged = second.needs === "tags" || random() < 0.3;
      const disguise = isTagged ? pick(disguises) : pick(disguises.filter((one) => one !== "structure element"));
      const isBetween = flow.kind !== "stranger" && flow.signers > 1 && random() < 0.4;
      const plan: RolePlan = { victim, second, flow, isTagged, disguise, isBetween };
      const id = `role:${victim}:${second.name}`;
      const name = `${victim} is ${second.name} as well and is changed ${isBetween ? "before the last signature" : "after all signatures"} (${disguise}; ${flow.name}${isTagged ? ", tagged" : ""})`;
      return { id, group: `role: ${second.name}`, name, make: () => makeRoleMutant(source, plan, { id, name }) };
    }),
  );
}

interface RolePlan {
  victim: string;
  second: SecondRole;
  flow: Flow;
  isTagged: boolean;
  disguise: Disguise;
  isBetween: boolean;
}

async function makeRoleMutant(
  source: MutantSource,
  plan: RolePlan,
  { id, name }: { id: string; name: string },
): Promise<Mutant> {
  const { victim, second, flow, isTagged, isBetween } = plan;
  const grafts = second.graft(`@${victim}`);
  const hasForm = flow.kind !== "own";
  const { trailer = "/Info @Information" } = grafts;
  const objects = subjectObjects({ isTagged, hasForm, grafts });
  const { bytes, numbers } = numberObjects(
    objects,
    trailer.includes("/Info") ? trailer : `/Info @Information${trailer}`,
  );
  const takeIn = (upload: Buffer): Promise<Buffer> => ingestFile(source, upload);
  const attack = (signed: Buffer): Buffer => rewriteVictim(signed, plan, numbers);
  const honest = await signSubject(bytes, flow, source.party, { takeIn });
  const mutated = isBetween
    ? await signSubject(bytes, flow, source.party, { takeIn, between: attack })
    : attack(honest);
  return { id, group: `role: ${second.name}`, name, honest, mutated };
}

let uploads = 0;

/** What the product keeps of an upload. Throws PdfError where it refuses it. */
export async function ingestFile(
  { engine, folder }: Pick<MutantSource, "engine" | "folder">,
  upload: Buffer,
): Promise<Buffer> {
  uploads += 1;
  const file = path.join(folder, `upload-${uploads}.pdf`);
  await writeFile(file, upload);
  const outcome: IngestOutcome = await engine.ingest(file, upload.length);
  const base = outcome.baseReplaced === null ? upload : await readFile(outcome.baseReplaced);
  await Promise.all(
    [file, ...(outcome.baseReplaced === null ? [] : [outcome.baseReplaced])].map((used) => rm(used, { force: true })),
  );
  return outcome.tail === null ? base : Buffer.concat([base, outcome.tail]);
}

/** Appends the revision that gives the victim its other content. */
function rewriteVictim(signed: Buffer, { victim, disguise }: RolePlan, numbers: ReadonlyMap<string, number>): Buffer {
  const document = PdfDocument.open(fromBuffer(signed));
  const number = numbers.get(victim) ?? 0;
  const object = document.load(number);
  const rewrite = rewrites[victim];
  if (object === null || !rewrite) {
    throw new NotApplicable("the object was not kept by the upload");
  }
  const present = object.bytes.toString("latin1", object.value.start, object.value.end);
  const names = new Map(numbers);
  const target = new Target(signed);
  const revision = disguise === "structure element" ? target.revision : new Revision(document);
  const forged = [...forgedObjects].map(([name, body]) => ({ number: revision.reserve(), name, body }));
  forged.forEach(({ name, number: added }) => names.set(name, added));
  const rewritten = resolveNames(rewrite(present), names);
  forged.forEach(({ number: added, body }) => revision.replace(added, 0, resolveNames(body, names)));
  const body = disguise === "structure element" ? asStructureElement(rewritten, target) : rewritten;
  revision.replace(number, object.gen, body);
  const catalog = document.catalog();
  if (disguise === "validation data" && !catalog.value.entries.has("DSS")) {
    const certificate = revision.addStream("", "a certificate");
    revision.replace(
      catalog.num,
      catalog.gen,
      editDict(catalog, { DSS: `<</Type/DSS/Certs[${pdfRef(certificate)}]>>` }),
    );
  }
  return Buffer.concat([signed, revision.build()]);
}

/** The new body says that it stands for the widget of a new signature field, or lists an element that does. */
function asStructureElement(body: string, target: Target): string {
  if (target.fields.length === 0) {
    missing("a form");
  }
  const widget = target.addField("/FT/Sig/T(Disguise)/F 132/Rect[0 0 0 0]");
  const reference = `<</Type/OBJR/Obj ${pdfRef(widget)}>>`;
  if (body.startsWith("[")) {
    const element = target.revision.add(`<</Type/StructElem/S/Form/P ${pdfRef(target.page.num)}/K ${reference}>>`);
    return body.replace(/\]\s*$/, ` ${pdfRef(element)}]`);
  }
  return body.startsWith("<<") ? body.replace("<<", `<</S/Form/P ${pdfRef(target.page.num)}/K ${reference}`) : body;
}
