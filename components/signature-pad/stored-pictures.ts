import { callApi } from "@/components/api/call";
import type { SignatureImageWire } from "@/lib/accounts/signatures/schema";
import type { ImageType } from "@/lib/platform/field-rules/details";

export type SignatureType = ImageType;

const path = "/account/signature/elements";

export interface StoredPicture extends SignatureImageWire {
  /** A data: URL. */
  url: string;
}

/** The account's default picture of each type. Throws ApiProblem. */
export async function loadStoredPictures(): Promise<Partial<Record<SignatureType, StoredPicture>>> {
  const { data } = await callApi<{ data: SignatureImageWire[] }>("GET", path);
  const defaults = await Promise.all(
    data
      .filter((image) => image.isDefault)
      .map(async (image) => {
        const { file } = await callApi<{ file: { base64: string; mediaType: string } }>("GET", `${path}/${image.id}`);
        return [image.type, { ...image, url: `data:${file.mediaType};base64,${file.base64}` }] as const;
      }),
  );
  return Object.fromEntries(defaults);
}

/** Stores a picture, and replaces `replaced` if given. Throws ApiProblem. */
export async function storePicture(type: SignatureType, png: Blob, replaced: StoredPicture | undefined): Promise<void> {
  const file = { base64: await blobToBase64(png) };
  if (replaced) await callApi("PATCH", `${path}/${replaced.id}`, { json: { file } });
  else await callApi("POST", path, { json: { elements: [{ type, file }] } });
}

/** Deletes all stored pictures of a type, so that no older one takes the deleted one's place. Throws ApiProblem. */
export async function deletePictures(type: SignatureType): Promise<void> {
  const { data } = await callApi<{ data: SignatureImageWire[] }>("GET", path);
  for (const image of data.filter((stored) => stored.type === type)) await callApi("DELETE", `${path}/${image.id}`);
}

/** A data URL, which needs no release: an object URL that is revoked too early causes a console error. */
export function toDataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error ?? new Error("the image could not be read"));
    reader.readAsDataURL(blob);
  });
}

/** Base64 without a prefix, as the API accepts pictures. */
export async function blobToBase64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const pieces: string[] = [];
  // Call arguments go on the stack, which a whole picture would overflow.
  for (let at = 0; at < bytes.length; at += 8192) pieces.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
  return btoa(pieces.join(""));
}
