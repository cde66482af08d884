import type { FieldFill } from "@/lib/pades/sign-fields";
import { buildSignatureDictionary, DEFAULT_PLACEHOLDER_BYTES, signRevision } from "@/lib/pades/sign-revision";
import { makeTestAuthority, type TestSigner } from "@/lib/pades/testing/certificates";
import { FILE_UUID, GrowingDocument } from "@/lib/pades/testing/sign-document";
import { imprintOfSignature, withSignatureTimestamp } from "@/lib/pades/timestamps/signature-timestamp";
import {
  makeToken,
  makeWorld,
  withData,
  withDocumentTimestamp,
  type World,
} from "@/lib/pades/verify/testing/long-term-files";
import { NotApplicable, Target } from "@/lib/pades/verify/testing/mutations/mutation";
import { readFields } from "@/lib/pdf/fields/fields";
import { inputFieldName, type PlannedSigner } from "@/lib/pdf/fields/prepared-field";
import { editDict } from "@/lib/pdf/revision";
import { fromBuffer, hashSource } from "@/lib/pdf/syntax/byte-source";
import { pdfRef } from "@/lib/pdf/syntax/serialize";

/**
 * How a subject is signed. `own`: uploaded, prepared, certified, signed by 1 to 3 signers, sealed. `second`: signed
 * elsewhere first, then uploaded. `stranger`: only signed elsewhere, with the given certification level.
 */
export interface Flow {
  name: string;
  kind: "own" | "second" | "stranger";
  signers: number;
  /** One of those that differ most: slow abuses are tried on these only. */
  isTriedFully: boolean;
  isSealed: boolean;
  isStamped: boolean;
  /** Each signer also fills in a text, a checkbox, a choice and a number; the last signer may not have signed. */
  hasInputs: boolean;
  level: 1 | 2 | 3 | null;
}

const flow = (name: string, kind: Flow["kind"], more: Partial<Flow> = {}): Flow => ({
  name,
  kind,
  signers: 1,
  isTriedFully: false,
  isSealed: true,
  isStamped: false,
  hasInputs: false,
  level: null,
  ...more,
});

export const ownFlows: readonly Flow[] = [
  flow("one signer", "own", { isSealed: false }),
  flow("two signers and a seal", "own", { signers: 2, isTriedFully: true }),
  flow("three signers and a seal", "own", { signers: 3 }),
  flow("two signers, a seal and timestamps", "own", { signers: 2, isStamped: true }),
];

export const inputFlows: readonly Flow[] = [
  flow("fields of two signers, one of whom signed", "own", { signers: 2, hasInputs: true, isSealed: false }),
  flow("fields of two signers and a seal", "own", { signers: 2, hasInputs: true }),
];

export const formFlows: readonly Flow[] = [
  flow("signed before the upload, two signers", "second", { signers: 2 }),
  flow("an approval", "stranger", { isTriedFully: true }),
  flow("certified, P=1", "stranger", { level: 1 }),
  flow("certified, P=2", "stranger", { level: 2, isTriedFully: true }),
  flow("certified, P=3", "stranger", { level: 3 }),
];

/** All signers of one run. */
export interface Party {
  service: TestSigner;
  signers: readonly TestSigner[];
  stranger: TestSigner;
  world: World;
}

export async function makeParty(): Promise<Party> {
  const authority = await makeTestAuthority();
  const signers = await Promise.all([1, 2, 3].map((number) => authority.issue(`Signer ${number}`)));
  return {
    service: await authority.issue("Paraph"),
    signers,
    stranger: await (await makeTestAuthority()).issue("Grace Hopper"),
    world: makeWorld(),
  };
}

/** Inserts a foreign revision anywhere between two of ours. */
export type Interloper = (bytes: Buffer) => Buffer;

/**
 * Signs an upload with all signers of the flow; `between` writes its revision before the last signer, if there is more
 * than one.
 * @param takeIn ingests an upload; throws if it is refused
 */
export async function signSubject(
  base: Buffer,
  flow: Flow,
  party: Party,
  { takeIn, between }: { takeIn: (upload: Buffer) => Promise<Buffer>; between?: Interloper },
): Promise<Buffer> {
  if (flow.kind === "stranger") {
    return signAsStranger(base, party.stranger, flow.level);
  }
  const upload = flow.kind === "second" ? await signAsStranger(base, party.stranger, null) : base;
  const document = new GrowingDocument(await takeIn(upload));
  const stamped = (signer: TestSigner): TestSigner => (flow.isStamped ? withStamps(signer, party.world) : signer);
  await document.prepare(plannedSigners(flow), stamped(party.service));
  for (let signer = 1; signer <= flow.signers; signer += 1) {
    if (between && signer === flow.signers) {
      document.append(between(document.bytes).subarray(document.bytes.length));
    }
    const isMissing = flow.hasInputs && !flow.isSealed && signer === flow.signers;
    if (isMissing) break;
    const by = party.signers[signer - 1] ?? party.stranger;
    await document.sign(signer, stamped(by), {
      content: { kind: "image", image: null, lines: [`Signer ${signer}`] },
      fills: flow.hasInputs ? fillsOf(signer) : [],
    });
  }
  if (flow.isSealed) {
    await document.seal(stamped(party.service));
  }
  return flow.isStamped ? withLongTermData(document.bytes, party.world) : document.bytes;
}

const inputTypes = ["text", "checkbox", "radio", "number"] as const;

function inputsOf(signer: number) {
  return inputTypes.map((type, index) => ({
    fieldId: 10 * signer + index + 1,
    type,
    pageIndex: 0,
    box: { leftPt: 10 + 90 * (signer - 1), topPt: 230 + 24 * index, widthPt: 80, heightPt: 18 },
  }));
}

function fillsOf(signer: number): FieldFill[] {
  return inputsOf(signer).map(({ fieldId, type }) => ({
    fieldName: inputFieldName(FILE_UUID, signer, fieldId),
    content:
      type === "checkbox" || type === "radio"
        ? { kind: "checkbox", isChecked: true, ...(type === "radio" && { mark: "dot" as const }) }
        : { kind: "text", text: "100 EUR" },
  }));
}

function plannedSigners({ kind, signers, hasInputs }: Flow): PlannedSigner[] {
  return Array.from({ length: signers }, (_, index) => ({
    signRequestId: index + 1,
    fields: [
      {
        fieldId: index + 1,
        type: "signature" as const,
        pageIndex: 0,
        box: { leftPt: 10 + 60 * index, topPt: kind === "own" ? 335 : 375, widthPt: 55, heightPt: 20 },
      },
      ...(hasInputs ? inputsOf(index + 1) : []),
    ],
  }));
}

function withStamps(signer: TestSigner, world: World): TestSigner {
  const makeCms = async (digest: Buffer): Promise<Buffer> => {
    const cms = await signer.makeCms(digest);
    return withSignatureTimestamp(cms, makeToken(world, imprintOfSignature(cms), { at: "2026-11-20T10:00:02Z" }));
  };
  return { ...signer, makeCms };
}

function withLongTermData(bytes: Buffer, world: World): Promise<Buffer> {
  const data = withData(bytes, { certificates: [world.stampRoot.certificate] });
  return withDocumentTimestamp(world, data, { at: "2026-11-20T10:00:05Z" });
}

/** Signs the field `Sig1` under a certification level. */
function signAsStranger(base: Buffer, stranger: TestSigner, level: Flow["level"]): Promise<Buffer> {
  const references =
    level === null
      ? []
      : [`<</Type/SigRef/TransformMethod/DocMDP/TransformParams<</Type/TransformParams/P ${level}/V/1.2>>>>`];
  return signElsewhere(base, "Sig1", stranger, references);
}

/**
 * Signs a field as other programs do, which lay out the signature dictionary differently, or as ours does with
 * additions in the same revision.
 */
export async function signElsewhere(
  base: Buffer,
  fieldName: string,
  signer: TestSigner,
  references: readonly string[],
  asOurs: ((target: Target) => void) | null = null,
): Promise<Buffer> {
  const target = new Target(base);
  const { document, revision } = target;
  asOurs?.(target);
  const { body, ...places } = buildSignatureDictionary({
    signedAt: new Date("2026-11-20T09:00:00Z"),
    name: null,
    reason: null,
    references,
    placeholderBytes: DEFAULT_PLACEHOLDER_BYTES,
  });
  const foreign = Buffer.concat([body.subarray(0, -2), Buffer.from("/Prop_Build<</App<</Name/Viewer>>>>>>")]);
  const signature = { ...places, body: asOurs ? body : foreign };
  const signatureNum = revision.add(signature.body);
  const field = readFields(document).fields.find(({ name }) => name === fieldName);
  if (!field || field.object.num === null) {
    throw new NotApplicable(`the subject has no field ${fieldName} any more`);
  }
  revision.replace(field.object.num, 0, editDict(field.object, { V: pdfRef(signatureNum) }));
  if (references.length > 0) {
    const catalog = document.catalog();
    revision.replace(catalog.num, 0, editDict(catalog, { Perms: `<</DocMDP ${pdfRef(signatureNum)}>>` }));
  }
  const { tail } = await signRevision(
    { revision, fieldName, signature, signatureNum, hashAll: () => hashSource(fromBuffer(base), null) },
    signer.makeCms,
  );
  return Buffer.concat([base, tail]);
}
