import { certify, seal } from "@/lib/pades/seal";
import { signFields, type SignPlan } from "@/lib/pades/sign-fields";
import type { SignedTail } from "@/lib/pades/sign-revision";
import { prepareDocument, type PreparationPlan } from "@/lib/pdf/fields/prepare";
import {
  certificationFieldName,
  sealFieldName,
  signatureFieldName,
  type PlannedSigner,
  type PreparedField,
} from "@/lib/pdf/fields/prepared-field";
import { fromBuffer } from "@/lib/pdf/syntax/byte-source";
import type { TestSigner } from "./certificates";

export const FILE_UUID = "0198f7a2-1111-4222-8333-444455556666";
export const SIGNED_AT = new Date("2026-11-20T10:00:01Z");

const NO_CHECK = { signedAt: SIGNED_AT, name: null, reason: null, expectedSha256: null };

/** A growing document: the bytes after each revision, base first. */
export class GrowingDocument {
  readonly states: Buffer[];
  fields: PreparedField[] = [];

  constructor(base: Buffer) {
    this.states = [base];
  }

  get bytes(): Buffer {
    return this.states.at(-1) ?? Buffer.alloc(0);
  }

  append(tail: Buffer): void {
    this.states.push(Buffer.concat([this.bytes, tail]));
  }

  /** Prepares the document, and certifies it if that is possible. */
  async prepare(signers: readonly PlannedSigner[], service: TestSigner, mark?: PreparationPlan["mark"]): Promise<void> {
    const plan = { fileUuid: FILE_UUID, signers, maxPages: 2000, expectedSha256: null, mark };
    const prepared = prepareDocument(fromBuffer(this.bytes), plan);
    this.fields = prepared.fields;
    this.append(prepared.tail);
    if (prepared.isToBeCertified) {
      const spec = { ...NO_CHECK, fieldName: certificationFieldName(FILE_UUID) };
      this.append((await certify(fromBuffer(this.bytes), spec, service.makeCms)).tail);
    }
  }

  async sign(signRequestId: number, signer: TestSigner, plan: Partial<SignPlan> = {}): Promise<SignedTail> {
    const fieldName = signatureFieldName(FILE_UUID, signRequestId);
    const whole = { ...NO_CHECK, fieldName, content: null, fills: [], images: {}, ...plan };
    const signed = await signFields(fromBuffer(this.bytes), whole, signer.makeCms);
    this.append(signed.tail);
    return signed;
  }

  async seal(service: TestSigner, withdrawnFieldNames: readonly string[] = []): Promise<SignedTail> {
    const spec = { ...NO_CHECK, fieldName: sealFieldName(FILE_UUID), reason: "audit head 00ff", withdrawnFieldNames };
    const sealed = await seal(fromBuffer(this.bytes), spec, service.makeCms);
    this.append(sealed.tail);
    return sealed;
  }
}
