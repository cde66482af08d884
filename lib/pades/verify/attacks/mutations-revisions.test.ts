import { beforeAll, describe, expect, test } from "vitest";
import { isGreen, type VerificationReport } from "@/lib/pades/verify/report/report";
import { ambiguousSections } from "@/lib/pades/verify/testing/mutations/ambiguous-sections";
import { annotationMutations } from "@/lib/pades/verify/testing/mutations/annotation-mutations";
import { catalogMutations } from "@/lib/pades/verify/testing/mutations/catalog-mutations";
import { crossReferenceMutations } from "@/lib/pades/verify/testing/mutations/cross-reference-mutations";
import { fieldMutations } from "@/lib/pades/verify/testing/mutations/field-mutations";
import { flips } from "@/lib/pades/verify/testing/mutations/flips";
import { byteRangeForgeries, contentsForgeries } from "@/lib/pades/verify/testing/mutations/forgeries";
import { NotApplicable, type Mutation } from "@/lib/pades/verify/testing/mutations/mutation";
import { objectStreamForgeries } from "@/lib/pades/verify/testing/mutations/object-stream-mutations";
import { pageMutations } from "@/lib/pades/verify/testing/mutations/page-mutations";
import { permittedChanges } from "@/lib/pades/verify/testing/mutations/permitted-changes";
import { signedSamples, type SignedSample } from "@/lib/pades/verify/testing/signed-samples";
import { verifyPdf } from "@/lib/pades/verify/verify-pdf";
import { fromBuffer } from "@/lib/pdf/syntax/byte-source";
import { PdfError } from "@/lib/pdf/syntax/errors";

let samples: SignedSample[];
beforeAll(async () => {
  samples = await signedSamples();
});

function verifyAsOurs(bytes: Buffer, { authority }: SignedSample): VerificationReport {
  return verifyPdf(fromBuffer(bytes), { ours: { rootCertificates: [authority.certificate] }, milliseconds: 20_000 });
}

function verdictOrRefusal(bytes: Buffer, sample: SignedSample): string {
  try {
    return verifyAsOurs(bytes, sample).verdict;
  } catch (error) {
    if (error instanceof PdfError) {
      return error.code;
    }
    throw error;
  }
}

/** The verdict of each sample that the mutation can be applied to. */
function verdictsAfter(mutation: Mutation, on: readonly SignedSample[] = samples): Record<string, string> {
  const verdicts: Record<string, string> = {};
  for (const sample of on) {
    try {
      verdicts[sample.name] = verdictOrRefusal(mutation.apply(sample.bytes), sample);
    } catch (error) {
      if (!(error instanceof NotApplicable)) {
        throw error;
      }
    }
  }
  return verdicts;
}

test("finds the unmodified samples green", () => {
  expect(samples.map((sample) => verifyAsOurs(sample.bytes, sample).verdict)).toEqual([
    "intact_later_allowed",
    "intact_later_allowed",
    "intact_later_allowed",
    "intact_later_allowed",
    "intact",
  ]);
});

/**
 * Only some classes depend on how the file is written; the others run on samples with a table, a stream and from
 * another producer.
 */
const everyKind = [0, 1, 2, 3, 4];
const someKinds = [0, 2, 4];
const classes: [string, readonly Mutation[], readonly number[]][] = [
  ["a changed page", pageMutations, someKinds],
  ["an annotation", annotationMutations, someKinds],
  ["a changed catalog or form", catalogMutations, someKinds],
  ["a changed field", fieldMutations, everyKind],
  ["forged cross-reference data", crossReferenceMutations, everyKind],
  ["ambiguous cross-reference data", ambiguousSections, everyKind],
  ["an object stream or a cross-reference stream", objectStreamForgeries, someKinds],
  ["a forged ByteRange", byteRangeForgeries, someKinds],
  ["forged Contents", contentsForgeries, someKinds],
];

describe.each(classes)("no document stays green after %s", (_class, mutations, kinds) => {
  const named = mutations.map((mutation) => [mutation.name, mutation] as const);
  const ofKinds = () => kinds.flatMap((kind) => samples[kind] ?? []);

  // All of them are tried in files of every kind below.
  test.each(named.filter((_, index) => index % 3 === 0))("%s", (_name, mutation) => {
    const fitting = ofKinds().find((sample) => Object.keys(verdictsAfter(mutation, [sample])).length > 0);
    expect(fitting && isGreen(verdictsAfter(mutation, [fitting])[fitting.name] as "none")).toBe(false);
  });

  test.each(named)("@exhaustive in files of every kind: %s", (_name, mutation) => {
    const verdicts = verdictsAfter(mutation, ofKinds());
    expect(Object.keys(verdicts)).not.toHaveLength(0);
    expect(Object.entries(verdicts).filter(([, verdict]) => isGreen(verdict as "none"))).toEqual([]);
  });
});

/** Span of the last signature's /Contents: its certificates and trailing zeros are not covered by any signature. */
function lastContents(bytes: Buffer): [number, number] {
  const range = [...bytes.toString("latin1").matchAll(/\/ByteRange\s*\[\s*0\s+(\d+)\s+(\d+)/g)].at(-1);
  return [Number(range?.[1]), Number(range?.[2])];
}

test.each([
  ["1", 1],
  ["2 @exhaustive", 2],
  ["3 @exhaustive", 3],
] as const)("no changed byte in any part of our documents leaves them green with seed %s", (_name, seed) => {
  for (const sample of samples) {
    const [gapStart, gapEnd] = lastContents(sample.bytes);
    for (const { region, offset, bytes } of flips(sample.bytes, seed, 40)) {
      const isCovered = offset < gapStart || offset >= gapEnd;
      if (isCovered && isGreen(verdictOrRefusal(bytes, sample) as "none")) {
        expect.fail(`${sample.name}: ${region}, byte ${offset}`);
      }
    }
  }
});

describe("a document stays green, with the addition named, after", () => {
  test.each(permittedChanges.map((change) => [change.name, change] as const))("%s", (_name, change) => {
    const verdicts = Object.values(verdictsAfter(change));
    expect(verdicts).toHaveLength(samples.length);
    expect(verdicts.filter((verdict) => !isGreen(verdict as "none"))).toEqual([]);
  });
});
