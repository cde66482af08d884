import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { z } from "zod";
import { callApi } from "@/components/api/call";
import { toDataUrl, type SignatureType } from "@/components/signature-pad/stored-pictures";
import type { createdSignatureImages, SignatureImageAnswer } from "@/lib/accounts/signatures/schema";
import { imageTypes, isImageType } from "@/lib/platform/field-rules/details";
import type { LinkField, LinkPage, ShownImage, SignInput } from "@/lib/signing/schema";
import type { MadeImages } from "./field-state";

type Slots = Record<SignatureType, ImageSlot>;
type Stored = Record<SignatureType, ShownImage | null>;

export interface SignatureImages {
  slots: Slots;
  /** Stores the signer's image, which then fills all fields of its type. Throws ApiProblem. */
  adopt: (type: SignatureType, png: Blob) => Promise<void>;
  /** Stores remaining proposals, without a call if there are none. Throws ApiProblem. */
  adoptProposals: () => Promise<void>;
  /** The stored image that the fields of this type show; null for none. */
  shownImage: (type: SignatureType) => ShownImage | null;
}

/** The image for the signer's fields of one type. */
export interface FieldImage {
  type: SignatureType;
  slot: ImageSlot;
  /** Whether one of the fields is required. */
  isNeeded: boolean;
}

interface FieldImages extends SignatureImages {
  /** The images that the signer's fields take. */
  images: readonly FieldImage[];
  /** Not all are stored yet; signing adopts the proposals. */
  hasUnstored: boolean;
  /** Images still being stored count as made. */
  made: MadeImages;
}

/** Signature and initials for this page: the account's, or a guest's for this request. */
export function useFieldImages(page: Extract<LinkPage, { state: "signing" }>, u: string): FieldImages {
  const { fields, isGuest, images: stored, signer } = page;
  const isTextOnly = page.signature.template.layout === "text";
  const types = useMemo(
    () =>
      imageTypes.filter(
        (type) => fields.some((field) => field.isMine && field.type === type) && !(type === "signature" && isTextOnly),
      ),
    [fields, isTextOnly],
  );
  const kept = useSignatureImages({
    place: isGuest ? `/sign/uuid/${u}/elements` : "/account/signature/elements",
    stored,
    name: signer.name,
    isWanted: types.length > 0,
  });
  const { slots } = kept;
  const made = useMemo(
    () => ({
      signature: isTextOnly || slots.signature.kind !== "none",
      initial: slots.initial.kind !== "none",
      stamp: slots.stamp.kind !== "none",
    }),
    [slots, isTextOnly],
  );
  return {
    ...kept,
    images: types.map((type) => ({
      type,
      slot: slots[type],
      isNeeded: fields.some((field) => field.isMine && field.type === type && field.required),
    })),
    hasUnstored: types.some((type) => slots[type].kind === "proposed" || slots[type].kind === "loading"),
    made,
  };
}

/** The image in each of the signer's fields that take one. */
export function elementsOf(
  fields: readonly LinkField[],
  shownImage: SignatureImages["shownImage"],
): NonNullable<SignInput["elements"]> {
  return fields.flatMap(({ id, type, isMine }) => {
    const image = isMine && isImageType(type) ? shownImage(type) : null;
    return image ? [{ documentElementId: id, profileElementId: image.id, updatedAt: image.updatedAt }] : [];
  });
}

/** The images of the shown fields, with their current requirement. */
export function imagesIn(shown: readonly LinkField[], images: readonly FieldImage[]): FieldImage[] {
  return images.flatMap((image) => {
    const taking = shown.filter(({ isMine, type }) => isMine && type === image.type);
    return taking.length === 0 ? [] : [{ ...image, isNeeded: taking.some(({ required }) => required) }];
  });
}

interface ImagesOptions {
  place: ImagePlace;
  stored: Stored;
  name: string;
  /** False if no field takes an image. */
  isWanted: boolean;
}

/** The signer's signature, initials and stamp: stored, or proposed from the name. */
export function useSignatureImages({ place, stored, name, isWanted }: ImagesOptions): SignatureImages {
  const [slots, setSlots] = useState<Slots>({
    signature: firstSlot(stored.signature, isWanted),
    initial: firstSlot(stored.initial, isWanted),
    stamp: stored.stamp === null ? { kind: "none" } : firstSlot(stored.stamp, isWanted),
  });
  const latest = useRef(slots);
  const filling = useRef<Promise<unknown>>(Promise.resolve());
  const put = useCallback((type: SignatureType, slot: ImageSlot) => {
    latest.current = { ...latest.current, [type]: slot };
    setSlots(latest.current);
  }, []);

  useEffect(() => {
    if (!isWanted) return;
    let isOver = false;
    const keep = (type: SignatureType) => (slot: ImageSlot) => {
      if (!isOver) put(type, slot);
    };
    filling.current = Promise.all(imageTypes.map((type) => fillSlot(type, place, stored[type], name).then(keep(type))));
    return () => {
      isOver = true;
    };
    // The images of the loaded page; later adopted ones are set explicitly.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [place, isWanted, name, versionOf(stored.signature), versionOf(stored.initial), versionOf(stored.stamp), put]);

  const adopt = useCallback(
    async (type: SignatureType, png: Blob) => {
      const [shown] = await storeImages(place, [{ type, png }]);
      put(type, { kind: "stored", url: URL.createObjectURL(png), shown: shown ?? null });
    },
    [place, put],
  );

  const adoptProposals = useCallback(async () => {
    // The button may be pressed before the fonts are loaded. `fillSlot` never fails.
    await filling.current;
    const proposals = imageTypes.flatMap((type) => {
      const slot = latest.current[type];
      return slot.kind === "proposed" ? [{ type, png: slot.png, url: slot.url }] : [];
    });
    if (proposals.length === 0) return;
    const shown = await storeImages(place, proposals);
    for (const [index, { type, url }] of proposals.entries())
      put(type, { kind: "stored", url, shown: shown[index] ?? null });
  }, [place, put]);

  const shownImage = useCallback((type: SignatureType) => {
    const slot = latest.current[type];
    return slot.kind === "stored" ? slot.shown : null;
  }, []);

  return { slots, adopt, adoptProposals, shownImage };
}

function firstSlot(stored: ShownImage | null, isWanted: boolean): ImageSlot {
  if (!isWanted) return { kind: "none" };
  return stored === null ? { kind: "loading" } : { kind: "stored", url: null, shown: stored };
}

function versionOf(stored: ShownImage | null): string | null {
  return stored && `${stored.id} ${stored.updatedAt}`;
}

async function fillSlot(
  type: SignatureType,
  place: ImagePlace,
  stored: ShownImage | null,
  name: string,
): Promise<ImageSlot> {
  try {
    if (stored !== null) return { kind: "stored", ...(await loadStored(place, stored.id)) };
    // A stamp cannot be written from a name.
    if (type === "stamp") return { kind: "none" };
    const png = await propose(type, name);
    return { kind: "proposed", png, url: URL.createObjectURL(png) };
  } catch {
    // A stored signature is used even if its picture fails to load. A name that no font covers has to be drawn by hand.
    return stored === null ? { kind: "none" } : { kind: "stored", url: null, shown: stored };
  }
}

/** The image for the fields of one type. `proposed`: written from the name and not stored yet. */
export type ImageSlot =
  | { kind: "loading" }
  | { kind: "none" }
  | { kind: "proposed"; png: Blob; url: string }
  | { kind: "stored"; url: string | null; shown: ShownImage | null };

/** API path that stores the signer's images: the account's, or a guest's for this request. */
type ImagePlace = "/account/signature/elements" | `/sign/uuid/${string}/elements`;

/** The stored image as a data URL. */
async function loadStored(place: ImagePlace, id: number): Promise<{ url: string; shown: ShownImage }> {
  const { file, updatedAt } = await callApi<SignatureImageAnswer>("GET", `${place}/${id}`);
  return { url: `data:${file.mediaType};base64,${file.base64}`, shown: { id, updatedAt } };
}

/** A signature or initials written from the name. Loads the fonts and the code for it. */
async function propose(type: Exclude<SignatureType, "stamp">, name: string): Promise<Blob> {
  const { proposeSignature } = await import("@/components/signature-pad/propose");
  if (type === "signature") return proposeSignature(name);
  const { initialsOf } = await import("@/components/ui/person-avatar");
  return proposeSignature(initialsOf(name));
}

/** Stores all images or none. */
async function storeImages(
  place: ImagePlace,
  images: readonly { type: SignatureType; png: Blob }[],
): Promise<ShownImage[]> {
  const fields = await Promise.all(
    images.map(async ({ type, png }) => ({ type, file: { base64: await toDataUrl(png) } })),
  );
  const { data } = await callApi<z.infer<typeof createdSignatureImages>>("POST", place, { json: { elements: fields } });
  return data.map(({ id, updatedAt }) => ({ id, updatedAt }));
}
