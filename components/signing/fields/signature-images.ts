import { callApi } from "@/components/api/call";
import type { SignatureType } from "@/components/signature/signature-type";
import { toDataUrl } from "@/components/signature/to-data-url";
import type { SignatureImageAnswer } from "@/lib/account-signatures/schema";

/** What goes into the boxes of one type. `proposed` is written from the name and not stored yet. */
export type ImageSlot =
  | { kind: "loading" }
  | { kind: "none" }
  | { kind: "proposed"; png: Blob; url: string }
  | { kind: "stored"; url: string | null };

/** Where the signer's images are kept: in their account, or with this one request of a guest. A path of the API. */
export type ImagePlace = "/account/signature/elements" | `/sign/uuid/${string}/elements`;

/** The image as it is stored, as a data URL. */
export async function loadStored(place: ImagePlace, id: number): Promise<string> {
  const { file } = await callApi<SignatureImageAnswer>("GET", `${place}/${id}`);
  return `data:${file.mediaType};base64,${file.base64}`;
}

/** A signature or initials written from the name; the writing code and its fonts are loaded for it. */
export async function propose(type: SignatureType, name: string): Promise<Blob> {
  const { proposeSignature } = await import("@/components/signature/propose");
  if (type === "signature") return proposeSignature(name);
  const { initialsOf } = await import("@/components/signature/initials");
  return proposeSignature(initialsOf(name));
}

/** Stores images, all or none. */
export async function storeImages(
  place: ImagePlace,
  images: readonly { type: SignatureType; png: Blob }[],
): Promise<void> {
  const elements = await Promise.all(
    images.map(async ({ type, png }) => ({ type, file: { base64: await toDataUrl(png) } })),
  );
  await callApi("POST", place, { json: { elements } });
}
