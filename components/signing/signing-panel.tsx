"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { SignatureType } from "@/components/signature/signature-type";
import type { FieldFault } from "@/components/signing/fields/field-state";
import type { ImageSlot } from "@/components/signing/fields/signature-images";
import { Button } from "@/components/ui/button";
import { useRoomBelow } from "./use-room-below";

interface SigningPanelProps {
  /** The images that go into boxes, with what they are called. */
  images: readonly { type: SignatureType; slot: ImageSlot }[];
  onChange: (type: SignatureType) => void;
  blank: number;
  /** What keeps the signer from signing, marked after they tried. */
  flagged: ReadonlyMap<number, FieldFault>;
  onNext: () => void;
  isFirstTime: boolean;
  /** Has no account: the images are kept for this document only. */
  isGuest: boolean;
  onSign: () => void;
  /** What was typed is being looked at. */
  isChecking: boolean;
  /** The button is about to be pressed: what it opens may be fetched. */
  onNearSign: () => void;
  children?: ReactNode;
}

/** Beside the document, or below it on a phone, where it takes at most two fifths of the height. */
export function SigningPanel({
  images,
  onChange,
  blank,
  flagged,
  onNext,
  isFirstTime,
  isGuest,
  onSign,
  isChecking,
  onNearSign,
  children,
}: SigningPanelProps) {
  const words = useTranslations("signing.panel");
  const panel = useRoomBelow();
  const complaint = useComplaint(flagged);
  return (
    <aside
      ref={panel}
      aria-label={words("label")}
      className="z-20 flex flex-col gap-3 border-hairline bg-surface p-4 max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:max-h-[40dvh] max-lg:overflow-y-auto max-lg:border-t max-lg:pb-[max(1rem,env(safe-area-inset-bottom))] max-lg:shadow-popover sm:p-5 lg:sticky lg:top-20 lg:self-start lg:rounded-card lg:border"
    >
      {children}
      {images.length > 0 && (
        <div className="flex gap-3 max-lg:[@media(max-height:37.5rem)]:hidden lg:flex-col">
          {images.map(({ type, slot }) => (
            <Preview key={type} type={type} slot={slot} isGuest={isGuest} onChange={() => onChange(type)} />
          ))}
        </div>
      )}
      {complaint && (
        <p role="alert" className="text-ui font-medium text-danger">
          {complaint}
        </p>
      )}
      <div className="flex gap-2 lg:flex-col">
        {blank > 0 && (
          <Button size="signer" onClick={onNext}>
            {words("next")}
          </Button>
        )}
        <Button
          size="signer"
          variant="primary"
          busy={isChecking}
          onClick={onSign}
          onPointerEnter={onNearSign}
          onFocus={onNearSign}
          className="min-w-0 flex-1 lg:flex-none"
        >
          {words(isFirstTime ? "adopt" : "sign")}
        </Button>
      </div>
    </aside>
  );
}

function useComplaint(flagged: SigningPanelProps["flagged"]): string | null {
  const words = useTranslations("signing.panel");
  const faults = [...flagged.values()];
  const blank = faults.filter((fault) => fault === "blank").length;
  if (faults.length === 0) return null;
  return blank > 0 ? words("blank", { count: blank }) : words("refused", { count: faults.length });
}

function Preview({
  type,
  slot,
  isGuest,
  onChange,
}: {
  type: SignatureType;
  slot: ImageSlot;
  isGuest: boolean;
  onChange: () => void;
}) {
  const words = useTranslations("signing.panel");
  const url = slot.kind === "proposed" || slot.kind === "stored" ? slot.url : null;
  const note =
    slot.kind === "proposed"
      ? words("proposed")
      : slot.kind === "stored"
        ? words(isGuest ? "storedHere" : "stored")
        : slot.kind === "none"
          ? words("noProposal")
          : words("preparing");
  return (
    <section className="min-w-0 flex-1" aria-label={words(type)}>
      <div className="flex items-center justify-between gap-2">
        <h2 className="truncate text-caption font-semibold lg:text-ui">{words(type)}</h2>
        <Button
          variant="quiet"
          size="signer"
          onClick={onChange}
          aria-label={words(type === "signature" ? "changeSignature" : "changeInitial")}
          className="-my-1 px-1! text-ui! lg:px-2!"
        >
          {words(slot.kind === "none" ? "make" : "change")}
        </Button>
      </div>
      <div className="mt-1 flex h-14 items-center justify-center rounded-control border border-hairline bg-paper p-1.5 lg:h-24">
        {/* eslint-disable-next-line @next/next/no-img-element -- the signer's own, made or read in this browser */}
        {url && <img src={url} alt={words(type)} draggable={false} className="max-h-full max-w-full object-contain" />}
      </div>
      <p className="mt-1 hidden text-caption text-muted lg:block">{note}</p>
    </section>
  );
}
