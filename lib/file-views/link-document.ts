import type { File } from "@/db/schema/files";
import { readTick } from "@/lib/elements/tick";
import { methodKinds } from "@/lib/sign-methods/registry";
import type { LinkBox, LinkDocument, LinkSigner } from "@/lib/signing/schema";
import { signerName, type FileRecord, type SignerRecord } from "./record";
import { toUploadWire } from "./upload-wire";

export function linkDocument(file: File, record: FileRecord): LinkDocument {
  return {
    uuid: file.uuid,
    name: file.name,
    pages: file.pages.map(({ widthPt, heightPt }, index) => ({ page: index + 1, width: widthPt, height: heightPt })),
    sender: { name: record.requester.displayName, email: record.requester.email },
    expiresAt: file.expiresAt?.toISOString() ?? null,
    upload: toUploadWire(record),
  };
}

export function linkSigner(signRequestId: number, { signers }: FileRecord): LinkSigner {
  const signer = signers.find(({ id }) => id === signRequestId);
  if (!signer) throw new Error(`no signer ${signRequestId}`);
  return {
    name: signerName(signer),
    email: signer.email,
    proof: methodKinds[signer.signMethod].kind,
    method: signer.signMethod,
    note: signer.description?.trim() || null,
  };
}

/** The boxes that are still to be filled: the signer's own, and where the others will sign. Those of who has signed are part of the page. */
export function linkBoxes(signRequestId: number, { signers, elements }: FileRecord): LinkBox[] {
  const owners = new Map(signers.map((signer, index) => [signer.id, { signer, number: index + 1 }]));
  return elements.flatMap((element) => {
    const owner = owners.get(element.signRequestId);
    if (!owner || owner.signer.status === "signed") return [];
    return [toBox(element, owner.signer, owner.number, element.signRequestId === signRequestId)];
  });
}

function toBox(element: FileRecord["elements"][number], signer: SignerRecord, owner: number, isMine: boolean): LinkBox {
  const { id, type, page, leftPt: left, topPt: top, widthPt: width, heightPt: height, required } = element;
  return {
    id,
    type,
    page,
    left,
    top,
    width,
    height,
    owner,
    ownerName: signerName(signer),
    isMine,
    required,
    label: isMine ? element.label : null,
    value: isMine ? shownValue(element) : null,
  };
}

/** What the requester wrote into the box; of a tick only whether there is one. */
function shownValue({ type, value }: FileRecord["elements"][number]): string | null {
  return type === "checkbox" && value !== null ? String(readTick(value) ?? false) : value;
}
