import { useCallback, useEffect, useRef, useState } from "react";
import { callApi } from "@/components/api/call";
import { toDataUrl, type SignatureType } from "@/components/signature-pad/stored-pictures";
import type { SignatureImageAnswer } from "@/lib/accounts/signatures/schema";

type Slots = Record<SignatureType, ImageSlot>;
type Stored = Record<SignatureType, number | null>;

export interface SignatureImages {
  slots: Slots;
  /** Stores what the signer made, which then goes into all boxes of its type. Throws ApiProblem. */
  adopt: (type: SignatureType, png: Blob) => Promise<void>;
  /** Stores what is still a proposal; at once and without a call when nothing is. Throws ApiProblem. */
  adoptProposals: () => Promise<void>;
}

const both = ["signature", "initial"] as const;

interface ImagesOptions {
  place: ImagePlace;
  stored: Stored;
  name: string;
  /** False where no box takes any. */
  isWanted: boolean;
}

/** The signer's signature and initials: those that are stored, else proposed from the name. */
export function useSignatureImages({ place, stored, name, isWanted }: ImagesOptions): SignatureImages {
  const [slots, setSlots] = useState<Slots>({
    signature: firstSlot(stored.signature, isWanted),
    initial: firstSlot(stored.initial, isWanted),
  });
  const latest = useRef(slots);
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
    for (const type of both) void fillSlot(type, place, stored[type], name).then(keep(type));
    return () => {
      isOver = true;
    };
    // The images that the page came with; what is adopted later is put here by hand.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [place, isWanted, name, stored.signature, stored.initial, put]);

  const adopt = useCallback(
    async (type: SignatureType, png: Blob) => {
      await storeImages(place, [{ type, png }]);
      put(type, { kind: "stored", url: URL.createObjectURL(png) });
    },
    [place, put],
  );

  const adoptProposals = useCallback(async () => {
    const proposals = both.flatMap((type) => {
      const slot = latest.current[type];
      return slot.kind === "proposed" ? [{ type, png: slot.png, url: slot.url }] : [];
    });
    if (proposals.length === 0) return;
    await storeImages(place, proposals);
    for (const { type, url } of proposals) put(type, { kind: "stored", url });
  }, [place, put]);

  return { slots, adopt, adoptProposals };
}

function firstSlot(id: number | null, isWanted: boolean): ImageSlot {
  if (!isWanted) return { kind: "none" };
  return id === null ? { kind: "loading" } : { kind: "stored", url: null };
}

async function fillSlot(type: SignatureType, place: ImagePlace, id: number | null, name: string): Promise<ImageSlot> {
  try {
    if (id !== null) return { kind: "stored", url: await loadStored(place, id) };
    const png = await propose(type, name);
    return { kind: "proposed", png, url: URL.createObjectURL(png) };
  } catch {
    // Without its picture a stored signature still signs; a name that cannot be written is drawn by hand.
    return id === null ? { kind: "none" } : { kind: "stored", url: null };
  }
}

/** What goes into the boxes of one type. `proposed` is written from the name and not stored yet. */
export type ImageSlot =
  | { kind: "loading" }
  | { kind: "none" }
  | { kind: "proposed"; png: Blob; url: string }
  | { kind: "stored"; url: string | null };

/** Where the signer's images are kept: in their account, or with this one request of a guest. A path of the API. */
type ImagePlace = "/account/signature/elements" | `/sign/uuid/${string}/elements`;

/** The image as it is stored, as a data URL. */
async function loadStored(place: ImagePlace, id: number): Promise<string> {
  const { file } = await callApi<SignatureImageAnswer>("GET", `${place}/${id}`);
  return `data:${file.mediaType};base64,${file.base64}`;
}

/** A signature or initials written from the name; the writing code and its fonts are loaded for it. */
async function propose(type: SignatureType, name: string): Promise<Blob> {
  const { proposeSignature } = await import("@/components/signature-pad/propose");
  if (type === "signature") return proposeSignature(name);
  const { initialsOf } = await import("@/components/signature-pad/initials");
  return proposeSignature(initialsOf(name));
}

/** Stores images, all or none. */
async function storeImages(place: ImagePlace, images: readonly { type: SignatureType; png: Blob }[]): Promise<void> {
  const elements = await Promise.all(
    images.map(async ({ type, png }) => ({ type, file: { base64: await toDataUrl(png) } })),
  );
  await callApi("POST", place, { json: { elements } });
}
