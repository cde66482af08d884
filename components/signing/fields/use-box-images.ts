import { useMemo } from "react";
import type { SignatureType } from "@/components/signature/signature-type";
import type { LinkPage } from "@/lib/signing/schema";
import type { MadeImages } from "./field-state";
import type { ImageSlot } from "./signature-images";
import { useSignatureImages, type SignatureImages } from "./use-signature-images";

type SigningState = Extract<LinkPage, { state: "signing" }>;

interface BoxImages extends SignatureImages {
  /** Those that the signer's boxes take. */
  images: readonly { type: SignatureType; slot: ImageSlot }[];
  /** Not all are stored yet: signing adopts what is proposed. */
  hasUnstored: boolean;
  /** What is still being written counts as made: it is there before anybody has read the page. */
  made: MadeImages;
}

/** The signature and initials for the boxes of this page: an account's own, or kept with the one request of a guest. */
export function useBoxImages(page: SigningState, u: string): BoxImages {
  const { boxes, isGuest, images: stored, signer } = page;
  const types = useMemo(
    () => (["signature", "initial"] as const).filter((type) => boxes.some((box) => box.isMine && box.type === type)),
    [boxes],
  );
  const kept = useSignatureImages({
    place: isGuest ? `/sign/uuid/${u}/elements` : "/account/signature/elements",
    stored,
    name: signer.name,
    isWanted: types.length > 0,
  });
  const { slots } = kept;
  const made = useMemo(
    () => ({ signature: slots.signature.kind !== "none", initial: slots.initial.kind !== "none" }),
    [slots],
  );
  return {
    ...kept,
    images: types.map((type) => ({ type, slot: slots[type] })),
    hasUnstored: types.some((type) => slots[type].kind !== "stored"),
    made,
  };
}
