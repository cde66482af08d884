import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { makeTestAuthority, type TestAuthority, type TestSigner } from "@/lib/pades/testing/certificates";
import { GrowingDocument } from "@/lib/pades/testing/sign-document";
import type { PlannedSigner } from "@/lib/pdf/fields/prepared-field";
import { makePdf, type FixtureSpec } from "@/lib/pdf/testing/make-pdf";
import { signWith } from "./signed-files";

/**
 * A document with every kind of object that an attacker may want to change, optionally with a form of two signature
 * fields.
 */
export function richPdf(xref: "table" | "stream", hasForm = false): Buffer {
  const spec: FixtureSpec = {
    xref,
    sizeBytes: 8000,
    pages: [{ extra: `/Annots[1000 0 R 1001 0 R${hasForm ? " 1007 0 R 1008 0 R" : ""}]` }, {}],
    catalogExtra: `${hasForm ? "/AcroForm 1006 0 R" : ""}/Outlines 1002 0 R/Metadata 1004 0 R/OCProperties<</OCGs[1005 0 R]/D<</ON[1005 0 R]>>>>`,
    objects: [
      "<</Type/Annot/Subtype/Link/Rect[20 20 80 40]/A<</S/URI/URI(http://y.test)>>>>",
      "<</Type/Annot/Subtype/Square/Rect[20 700 80 740]>>",
      "<</Type/Outlines/First 1003 0 R/Last 1003 0 R/Count 1>>",
      "<</Title(Start)/Parent 1002 0 R/Dest[4 0 R/Fit]>>",
      "<</Type/Metadata/Subtype/XML/Length 12>>\nstream\n<x:xmpmeta/>\nendstream",
      "<</Type/OCG/Name(Layer)>>",
      "<</Fields[1007 0 R 1008 0 R]/SigFlags 3>>",
      "<</Type/Annot/Subtype/Widget/FT/Sig/T(Sig1)/F 132/P 4 0 R/Rect[100 600 250 660]>>",
      "<</Type/Annot/Subtype/Widget/FT/Sig/T(Sig2)/F 132/P 4 0 R/Rect[300 600 450 660]>>",
    ],
  };
  return makePdf(spec);
}

function linearized(bytes: Buffer): Buffer {
  const folder = mkdtempSync(path.join(tmpdir(), "paraph-linear-"));
  try {
    const [from, to] = ["in.pdf", "out.pdf"].map((name) => path.join(folder, name)) as [string, string];
    writeFileSync(from, bytes);
    execFileSync("qpdf", ["--linearize", "--object-streams=preserve", from, to]);
    return readFileSync(to);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const box = (signer: number, topPt: number) => ({ leftPt: 180 * signer - 80, topPt, widthPt: 150, heightPt: 60 });

function planned(count: number): PlannedSigner[] {
  return Array.from({ length: count }, (_, index) => ({
    signRequestId: index + 1,
    fields: [
      { fieldId: 10 * index + 1, type: "signature" as const, pageIndex: 0, box: box(index + 1, 200) },
      { fieldId: 10 * index + 2, type: "text" as const, pageIndex: 1, box: box(index + 1, 300) },
    ],
  }));
}

export interface SampleSpec {
  base: Buffer;
  signers: number;
  /** Number of those who sign; all by default. */
  signing?: number;
  key?: "p256" | "rsa2048";
  sealed?: boolean;
}

export interface SignedSample {
  name: string;
  bytes: Buffer;
  authority: TestAuthority;
}

async function makeSample(
  name: string,
  { base, signers, signing = signers, key = "p256", sealed = false }: SampleSpec,
): Promise<SignedSample> {
  const authority = await makeTestAuthority();
  const service: TestSigner = await authority.issue("Paraph", key);
  const document = new GrowingDocument(base);
  await document.prepare(planned(signers), service);
  for (let signer = 1; signer <= signing; signer += 1) {
    await document.sign(signer, await authority.issue(`Signer ${signer}`, key), {
      content: { kind: "image", image: null, lines: [`Signer ${signer}`] },
    });
  }
  if (sealed) {
    await document.seal(service);
  }
  return { name, bytes: document.bytes, authority };
}

/** Signed elsewhere without certification or lock: every change that is not rejected here is permitted. */
async function makeForeignSample(name: string): Promise<SignedSample> {
  const authority = await makeTestAuthority();
  const content = { kind: "image" as const, image: null, lines: ["Grace Hopper"] };
  return {
    name,
    bytes: await signWith(richPdf("table", true), "Sig1", await authority.issue("Grace Hopper"), { content }),
    authority,
  };
}

/** Documents as the service signs them, one for each way in which they differ. */
export async function signedSamples(): Promise<SignedSample[]> {
  return [
    await makeSample("one signer of two, table", { base: richPdf("table"), signers: 2, signing: 1 }),
    await makeSample("three signers and a seal, table", { base: richPdf("table"), signers: 3, sealed: true }),
    await makeSample("two signers and a seal, RSA, cross-reference stream", {
      base: richPdf("stream"),
      signers: 2,
      key: "rsa2048",
      sealed: true,
    }),
    await makeSample("two signers and a seal, linearized", {
      base: linearized(richPdf("table")),
      signers: 2,
      sealed: true,
    }),
    await makeForeignSample("a stranger's signature, nothing certified"),
  ];
}
