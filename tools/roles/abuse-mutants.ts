import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import {
  buildSignatureDictionary,
  buildTimestampDictionary,
  DEFAULT_PLACEHOLDER_BYTES,
  signRevision,
} from "@/lib/pades/sign-revision";
import type { TestSigner } from "@/lib/pades/testing/certificates";
import { makeToken, type World } from "@/lib/pades/verify/testing/long-term-files";
import { ambiguousSections } from "@/lib/pades/verify/testing/mutations/ambiguous-sections";
import { annotationMutations } from "@/lib/pades/verify/testing/mutations/annotation-mutations";
import { catalogMutations } from "@/lib/pades/verify/testing/mutations/catalog-mutations";
import { crossReferenceMutations } from "@/lib/pades/verify/testing/mutations/cross-reference-mutations";
import { fieldMutations } from "@/lib/pades/verify/testing/mutations/field-mutations";
import { appended, Target, type Mutation } from "@/lib/pades/verify/testing/mutations/mutation";
import { objectStreamMutations } from "@/lib/pades/verify/testing/mutations/object-stream-mutations";
import { pageMutations } from "@/lib/pades/verify/testing/mutations/page-mutations";
import { fromBuffer, hashSource } from "@/lib/pdf/syntax/byte-source";
import { pdfRef } from "@/lib/pdf/syntax/serialize";
import { contentOf, type Abuse } from "./abuse";
import { fieldAbuses } from "./field-abuses";
import { fillingAbuses } from "./filling-abuses";
import type { Group, PlannedMutant } from "./judge-mutant";
import { ownFieldAbuses } from "./own-field-abuses";
import { ingestFile, planRoleMutants, type MutantSource } from "./role-mutants";
import { lookalikeAbuses, lookalikeForm, shownValueAbuses, valueForm, valueLevels } from "./shown-value-abuses";
import { formFlows, inputFlows, ownFlows, signSubject, type Flow } from "./sign-subject";
import { structureAbuses } from "./structure-abuses";
import { numberObjects, subjectObjects } from "./subject";

const additions: Group = { id: "validation_data", label: "permits: validation data, metadata, extensions" };

const forged = "<</Length 28>>\nstream\n0 g 10 80 580 710 re f       \nendstream";

/** Entries that a later revision may write, each referring to an object that the signed revision draws. */
const excuses: readonly (readonly [label: string, entries: (reference: string) => Record<string, string>])[] = [
  ["a certificate", (object) => ({ DSS: `<</Type/DSS/Certs[${object}]>>` })],
  ["a revocation list", (object) => ({ DSS: `<</Type/DSS/CRLs[${object}]>>` })],
  ["an OCSP answer", (object) => ({ DSS: `<</Type/DSS/OCSPs[${object}]>>` })],
  ["an entry by signature", (object) => ({ DSS: `<</Type/DSS/VRI<</AAAA ${object}>>>>` })],
  ["a certificate of an entry by signature", (object) => ({ DSS: `<</Type/DSS/VRI<</AAAA<</Cert[${object}]>>>>>>` })],
  ["the security store", (object) => ({ DSS: object })],
  ["the metadata", (object) => ({ Metadata: object })],
  ["the extensions", (object) => ({ Extensions: object })],
  ["the usage rights", (object) => ({ Perms: `<</UR3 ${object}>>` })],
];

interface Victim {
  label: string;
  change: (target: Target) => void;
  numberIn: (target: Target) => number;
}

const victims: readonly Victim[] = [
  {
    label: "the page's content",
    change: (target) => target.revision.replace(contentOf(target), 0, forged),
    numberIn: contentOf,
  },
  {
    label: "page",
    change: (target) =>
      target.edit(target.page, { Contents: pdfRef(target.revision.addStream("", "0 g 10 80 580 710 re f")) }),
    numberIn: (target) => target.page.num,
  },
];

const excused: readonly Abuse[] = victims.flatMap(({ label: victim, change, numberIn }) => [
  ...excuses.map(([place, entries]): Abuse => ({
    group: additions,
    ...appended(`${victim} is named ${place} and rewritten`, (target) => {
      change(target);
      const kept = entries(pdfRef(numberIn(target)));
      target.edit(target.catalog, kept);
    }),
  })),
  {
    group: additions,
    ...appended(`${victim} is named as a font of the form and rewritten`, (target) => {
      change(target);
      target.edit(target.form, { DR: `<</Font<</Late ${pdfRef(numberIn(target))}>>>>` });
    }),
  },
]);

const honest: readonly Abuse[] = [
  {
    name: "metadata are rewritten",
    change: (target: Target) =>
      target.edit(target.catalog, {
        Metadata: pdfRef(
          target.revision.addStream("/Type/Metadata/Subtype/XML", "<x:xmpmeta xmlns:x='adobe:ns:meta/'/>"),
        ),
      }),
  },
  {
    name: "an extension is named",
    change: (target: Target) =>
      target.edit(target.catalog, { Extensions: "<</ESIC<</BaseVersion/1.7/ExtensionLevel 5>>>>" }),
  },
].map(({ name, change }): Abuse => ({
  group: additions,
  isHonest: true,
  ...appended(name, change),
}));

const storeAbuses: readonly Abuse[] = [...excused, ...honest];

const group: Group = { id: "later_signatures", label: "permits: later signatures and timestamps" };
const words = "0.5 g 0 0 200 200 re f";

/** Revisions with a valid signature or timestamp. Everything they draw is inside their own field. */
const signingAbuses: readonly Abuse[] = [
  {
    group,
    name: "a stranger signs a field over the text",
    mustWarn: true,
    apply: (bytes, party) =>
      addField(bytes, { signer: party.stranger, entries: "/F 4/Rect[15 345 195 395]", drawing: words }),
  },
  {
    group,
    name: "a stranger signs a field without area, drawn over the page",
    apply: (bytes, party) =>
      addField(bytes, {
        signer: party.stranger,
        entries: "/F 4/Rect[0 0 0 0]/MK<</BG[0 0 0]/BC[0 0 0]>>/BS<</W 400>>",
        drawing: words,
      }),
  },
  {
    group,
    name: "a stranger signs a field of a point with a wide border",
    apply: (bytes, party) =>
      addField(bytes, {
        signer: party.stranger,
        entries: "/F 4/Rect[100 300 101 301]/MK<</BG[0 0 0]/BC[0 0 0]>>/BS<</W 400>>",
        drawing: null,
      }),
  },
  {
    group,
    name: "a document timestamp shows a drawing",
    apply: (bytes, party) =>
      addField(bytes, { stampedBy: party.world, entries: "/F 4/Rect[15 345 195 395]", drawing: words }),
    mustWarn: true,
  },
  {
    group,
    name: "a document timestamp has a background",
    apply: (bytes, party) =>
      addField(bytes, { stampedBy: party.world, entries: "/F 4/Rect[15 345 195 395]/MK<</BG[0 0 0]>>", drawing: null }),
    mustWarn: true,
  },
  {
    group,
    name: "a document timestamp is added",
    isHonest: true,
    apply: (bytes, party) =>
      addField(bytes, { stampedBy: party.world, entries: "/F 132/Rect[0 0 0 0]", drawing: null }),
  },
];

/**
 * Honest files signed by other producers, from the gold set beside the checkout: one to six signatures, tagged and
 * untagged.
 */
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
    group: { id: `mutations_${name as string}`, label: `mutations of the unit tests: ${name as string}` },
    name: mutation.name,
    apply: (bytes) => mutation.apply(bytes),
  })),
);

const inObjectStreams: readonly Abuse[] = objectStreamMutations.map((mutation): Abuse => ({
  group: { id: "object_streams", label: "object streams and cross-reference streams of a later revision" },
  name: `object streams: ${mutation.name}`,
  apply: (bytes) => mutation.apply(bytes),
}));

const anywhere: readonly Abuse[] = [...fieldAbuses, ...fillingAbuses, ...storeAbuses, ...signingAbuses];
/** The foreign files that differ most; slow abuses are tried only on these. */
const someForeign: ReadonlySet<string> = new Set(["dss-pades-bes.pdf", "pyhanko-minimal-two-fields-signed-twice.pdf"]);

/** A signed file on which abuses are tried; signed on first use. */
interface Base {
  name: string;
  abuses: readonly Abuse[];
  bytes: () => Promise<Buffer>;
}

/** Every mutant of a run, in a fixed order for a seed. */
export function planMutants(source: MutantSource, goldFolder: string): PlannedMutant[] {
  return [...planRoleMutants(source), ...planAbuseMutants(source, goldFolder)];
}

/**
 * Each construction on its first file and on one in `share` of its others, which differ from one construction to the
 * next.
 */
export function shareOf(planned: readonly PlannedMutant[], share: number): PlannedMutant[] {
  const files = new Map<string, { index: number; offset: number }>();
  return planned.filter(({ construction }) => {
    const { index, offset } = files.get(construction) ?? { index: 0, offset: files.size };
    files.set(construction, { index: index + 1, offset });
    return index === 0 || (index + offset) % share === 0;
  });
}

/**
 * Every abuse on every base. Certified files refuse some permitted changes, so honest changes must stay green only on
 * approval signatures and our own files.
 */
function planAbuseMutants(source: MutantSource, goldFolder: string): PlannedMutant[] {
  return [...subjectBases(source), ...valueBases(source), ...foreignBases(goldFolder)].flatMap((base) =>
    base.abuses.map((abuse) => {
      const { group, name, isHonest = false, mayChange = [], mustWarn = false, shows } = abuse;
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
          ...(shows && { shows: { ...shows, alike: shows.alike(honest) } }),
        };
      };
      return { id, group, name: `${name} (${base.name})`, construction: `${group.id}: ${name}`, make };
    }),
  );
}

function subjectBases(source: MutantSource): Base[] {
  return [false, true].flatMap((isTagged) =>
    [...ownFlows, ...inputFlows, ...formFlows].flatMap((flow) =>
      [false, true].map((isPacked) => subjectBase(source, flow, { isTagged, isPacked })),
    ),
  );
}

/** `isPacked`: uploaded with object streams, and tried only with abuses of those. */
function subjectBase(
  source: MutantSource,
  flow: Flow,
  { isTagged, isPacked }: { isTagged: boolean; isPacked: boolean },
): Base {
  const objects = subjectObjects({ isTagged, hasForm: flow.kind !== "own", grafts: {} });
  const { bytes, numbers } = numberObjects(objects, "/Info @Information", isPacked);
  let signed: Promise<Buffer> | null = null;
  const isThorough = flow.isTriedFully;
  const tags = isTagged && isThorough ? structureAbuses([...numbers.keys()], (name) => numbers.get(name) ?? 0) : [];
  return {
    name: `${flow.name}${isTagged ? ", tagged" : ""}${isPacked ? ", packed" : ""}`,
    abuses: (flow.hasInputs
      ? isPacked
        ? []
        : [...ownFieldAbuses, ...signingAbuses]
      : isPacked
        ? inObjectStreams
        : [...tags, ...anywhere, ...inObjectStreams, ...(isThorough && !isTagged ? known : [])]
    ).map((abuse) => ({
      ...abuse,
      isHonest: abuse.isHonest === true && permits(flow, abuse),
    })),
    bytes: () =>
      (signed ??= signSubject(bytes, flow, source.party, { takeIn: (upload) => ingestFile(source, upload) })),
  };
}

/** A certification, and our own preparation, certification and seal, forbid some changes that an approval permits. */
function permits({ kind, level }: Flow, { needs }: Abuse): boolean {
  const isOpen = kind === "stranger" || (needs !== "filling" && !(kind === "own" && needs === "new_fields"));
  return level === null && isOpen;
}

/** Small foreign forms, to test the displayed value of a filled field and fields that only resemble ours. */
function valueBases({ party }: MutantSource): Base[] {
  return valueLevels.flatMap(([name, references]) => {
    let [values, lookalike]: (Promise<Buffer> | null)[] = [null, null];
    return [
      {
        name: `a form of values, ${name}`,
        abuses: shownValueAbuses,
        bytes: () => (values ??= valueForm(party, references)),
      },
      {
        name: `a form with names like ours, ${name}`,
        abuses: lookalikeAbuses,
        bytes: () => (lookalike ??= lookalikeForm(party, references)),
      },
    ];
  });
}

function foreignBases(folder: string): Base[] {
  return foreign
    .map((name) => path.join(folder, name))
    .filter(existsSync)
    .map((file) => {
      let read: Promise<Buffer> | null = null;
      return {
        name: path.basename(file),
        abuses: [...anywhere, ...inObjectStreams, ...(someForeign.has(path.basename(file)) ? known : [])].map(
          (abuse) => ({
            ...abuse,
            isHonest: false,
          }),
        ),
        bytes: () => (read ??= readFile(file)),
      };
    });
}

interface LateField {
  /** Either a signer or a timestamp authority. */
  signer?: TestSigner;
  stampedBy?: World;
  /** Entries of the widget other than kind, name and value. */
  entries: string;
  /** Operators of its appearance; null for none. */
  drawing: string | null;
}

/** Appends another field with a signature or timestamp over the whole file. */
async function addField(bytes: Buffer, { signer, stampedBy, entries, drawing }: LateField): Promise<Buffer> {
  const target = new Target(bytes);
  const { revision } = target;
  const signature = stampedBy
    ? buildTimestampDictionary(DEFAULT_PLACEHOLDER_BYTES)
    : buildSignatureDictionary({
        signedAt: new Date("2026-11-21T10:00:00Z"),
        name: null,
        reason: null,
        references: [],
        placeholderBytes: DEFAULT_PLACEHOLDER_BYTES,
      });
  const signatureNum = revision.add(signature.body);
  const appearance =
    drawing === null
      ? ""
      : `/AP<</N ${pdfRef(revision.addStream("/Type/XObject/Subtype/Form/BBox[0 0 200 200]", drawing))}>>`;
  target.addField(`/FT/Sig/T(Late)${entries}${appearance}/V ${pdfRef(signatureNum)}`);
  const toSign = {
    revision,
    fieldName: "Late",
    signature,
    signatureNum,
    hashAll: () => hashSource(fromBuffer(bytes), null),
  };
  const makeCms = (digest: Buffer): Promise<Buffer> | Buffer =>
    stampedBy
      ? makeToken(stampedBy, digest, { at: "2026-11-21T10:00:00Z" })
      : signer
        ? signer.makeCms(digest)
        : Buffer.alloc(0);
  return Buffer.concat([bytes, (await signRevision(toSign, makeCms)).tail]);
}
