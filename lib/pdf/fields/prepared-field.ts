import type { LockedFields } from "@/lib/pdf/permissions/field-mdp";
import type { Box } from "@/lib/platform/geometry/placement";
import { certificationFieldName, elementFieldName, sealFieldName, signatureFieldName } from "./field-names";

/** The purpose of a box on a page. The signer's first signature (else initials, else any field) carries the signature field. */
export type ElementType = "signature" | "initial" | "date" | "name" | "email" | "text" | "checkbox";

export interface PlannedElement {
  elementId: number;
  type: ElementType;
  /** From 0. */
  pageIndex: number;
  box: Box;
}

export interface PlannedSigner {
  signRequestId: number;
  /** In the order in which they were placed; empty for an invisible signature. */
  elements: readonly PlannedElement[];
}

export type PreparedRole = "certification" | "signature" | "element" | "seal";

/** One field that a preparation creates. */
export interface PreparedField {
  name: string;
  role: PreparedRole;
  signRequestId: number | null;
  /** The element that the field shows; null when it is invisible. */
  element: PlannedElement | null;
  /** Fields that its signature locks (FieldMDP); empty for none. */
  locks: LockedFields;
}

/**
 * All fields of a document to be prepared, certification first, seal last. Without a certification the form is
 * another producer's and still open, so the seal will lock all of it.
 */
export function planFields(fileUuid: string, signers: readonly PlannedSigner[], certify: boolean): PreparedField[] {
  const seal = sealFieldName(fileUuid);
  const certification = invisible(certificationFieldName(fileUuid), "certification", []);
  return [
    ...(certify ? [certification] : []),
    ...signers.flatMap((signer) => fieldsOfSigner(fileUuid, signer)),
    invisible(seal, "seal", certify ? [seal] : "all"),
  ];
}

function invisible(name: string, role: PreparedRole, locks: LockedFields): PreparedField {
  return { name, role, signRequestId: null, element: null, locks };
}

function fieldsOfSigner(fileUuid: string, signer: PlannedSigner): PreparedField[] {
  const { signRequestId, elements } = signer;
  const shown = elementOfSignature(elements);
  const others = elements.filter((element) => element !== shown);
  const name = signatureFieldName(fileUuid, signRequestId);
  const otherNames = others.map((element) => elementFieldName(fileUuid, signRequestId, element.elementId));
  const further = others.map((element, index): PreparedField => {
    return { name: otherNames[index] ?? "", role: "element", signRequestId, element, locks: [] };
  });
  return [{ name, role: "signature", signRequestId, element: shown, locks: [name, ...otherNames] }, ...further];
}

/** The element that a signer's signature field shows, null when they have none. */
export function elementOfSignature(elements: readonly PlannedElement[]): PlannedElement | null {
  const preferred = ["signature", "initial"] as const;
  for (const type of preferred) {
    const found = elements.find((element) => element.type === type);
    if (found !== undefined) {
      return found;
    }
  }
  return elements[0] ?? null;
}
