"use client";

import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import { useEffect, useRef, type ReactNode, type RefObject } from "react";
import type { SignatureType } from "@/components/signature-pad/stored-pictures";
import type { FieldFault } from "@/components/signing/fields/field-state";
import { useFill } from "@/components/signing/fields/fill-context";
import { PaintedSignature } from "@/components/signing/fields/painted-signature";
import type { ImageSlot } from "@/components/signing/fields/use-signature-images";
import { Button } from "@/components/ui/button";
import { isolate } from "@/lib/platform/locale/format";
import type { LinkField } from "@/lib/signing/schema";
import type { SigningState } from "./link/link-session";

interface SigningPanelProps {
  /** The images for the fields, with their names. */
  images: readonly { type: SignatureType; slot: ImageSlot }[];
  /** The field that shows how an image will be painted: the first of its type. */
  fieldOf: (type: SignatureType) => Pick<LinkField, "width" | "height" | "page"> | undefined;
  onChange: (type: SignatureType) => void;
  /** Blank fields that "Next" visits: required ones, and optional ones that were not visited. */
  left: { required: number; optional: number };
  /** Fields that block signing, marked after an attempt. */
  flagged: ReadonlyMap<number, FieldFault>;
  /** Number of requested files that are missing, set after an attempt. */
  missingFiles: number;
  onNext: () => void;
  isFirstTime: boolean;
  /** No account: images are stored for this document only. */
  isGuest: boolean;
  onSign: () => void;
  /** Typed values are being checked, or the signature is being sent. */
  isBusy: boolean;
  /** An approver decides: the button approves, and another one rejects. */
  onReject?: (() => void) | undefined;
  /** Called when the pointer or focus reaches the button, to load its code early. */
  onNearSign: () => void;
  /** Shown above the buttons: the consent if the button signs immediately, and the result. */
  children?: ReactNode;
}

/** Beside the document, or at the bottom of a phone with at most two fifths of the height. */
export function SigningPanel({
  images,
  fieldOf,
  onChange,
  left,
  flagged,
  missingFiles,
  onNext,
  isFirstTime,
  isGuest,
  onSign,
  isBusy,
  onReject,
  onNearSign,
  children,
}: SigningPanelProps) {
  const t = useTranslations("signing.panel");
  const panel = useRoomBelow();
  const files = useTranslations("attachments.upload");
  const complaint = useComplaint(flagged) ?? (missingFiles > 0 ? files("missingAll", { count: missingFiles }) : null);
  return (
    <aside
      ref={panel}
      aria-label={t(onReject ? "approvalLabel" : "label")}
      className="z-20 flex flex-col gap-3 border-hairline bg-surface p-4 max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:max-h-[40dvh] max-lg:overflow-y-auto max-lg:border-t max-lg:pb-[max(1rem,env(safe-area-inset-bottom))] max-lg:shadow-popover sm:p-5 lg:sticky lg:top-20 lg:self-start lg:rounded-card lg:border"
    >
      {images.length > 0 && (
        <div className="flex gap-3 max-lg:[@media(max-height:37.5rem)]:hidden lg:flex-col">
          {images.map(({ type, slot }) => (
            <Preview
              key={type}
              type={type}
              slot={slot}
              field={fieldOf(type)}
              isGuest={isGuest}
              onChange={() => onChange(type)}
            />
          ))}
        </div>
      )}
      {complaint && (
        <p role="alert" className="text-ui font-medium text-danger">
          {complaint}
        </p>
      )}
      {onReject && <p className="text-ui text-muted max-lg:[@media(max-height:37.5rem)]:hidden">{t("approvalHint")}</p>}
      {children}
      <div className="flex gap-2 lg:flex-col">
        {onReject && (
          <Button size="signer" onClick={onReject} className="lg:order-last">
            {t("reject")}
          </Button>
        )}
        {left.required + left.optional > 0 && (
          <Button
            size="signer"
            variant={left.required > 0 ? "primary" : "secondary"}
            onClick={onNext}
            className={clsx(left.required > 0 && "min-w-0 flex-1 lg:flex-none")}
          >
            {t("next")}
          </Button>
        )}
        <Button
          size="signer"
          variant={left.required > 0 ? "secondary" : "primary"}
          busy={isBusy}
          onClick={onSign}
          onPointerEnter={onNearSign}
          onFocus={onNearSign}
          className={clsx(left.required === 0 && "min-w-0 flex-1 lg:flex-none")}
        >
          {t(onReject ? "approve" : isFirstTime ? "adopt" : "sign")}
        </Button>
      </div>
    </aside>
  );
}

const changeTexts = { signature: "changeSignature", initial: "changeInitial", stamp: "changeStamp" } as const;

function useComplaint(flagged: SigningPanelProps["flagged"]): string | null {
  const t = useTranslations("signing.panel");
  const faults = [...flagged.values()];
  const count = (code: FieldFault["code"]): number => faults.filter((fault) => fault.code === code).length;
  const [blank, refused] = [count("required"), count("refused")];
  const wrong = faults.length - blank - refused;
  if (faults.length === 0) return null;
  if (wrong > 0) return t("wrong", { count: wrong });
  return blank > 0 ? t("blank", { count: blank }) : t("refused", { count: refused });
}

function Preview({
  type,
  slot,
  field,
  isGuest,
  onChange,
}: {
  type: SignatureType;
  slot: ImageSlot;
  field: Pick<LinkField, "width" | "height" | "page"> | undefined;
  isGuest: boolean;
  onChange: () => void;
}) {
  const t = useTranslations("signing.panel");
  const { lookOn } = useFill();
  const url = slot.kind === "proposed" || slot.kind === "stored" ? slot.url : null;
  const note =
    slot.kind === "proposed"
      ? t("proposed")
      : slot.kind === "stored"
        ? t(isGuest ? "storedHere" : "stored")
        : slot.kind === "none"
          ? t(type === "stamp" ? "noStamp" : "noProposal")
          : t("preparing");
  return (
    <section className="min-w-0 flex-1" aria-label={t(type)}>
      <div className="flex items-center justify-between gap-2">
        <h2 className="truncate text-caption font-semibold lg:text-ui">{t(type)}</h2>
        <Button
          variant="quiet"
          size="signer"
          onClick={onChange}
          aria-label={t(changeTexts[type])}
          className="-my-1 px-1! text-ui! lg:px-2!"
        >
          {t(slot.kind === "none" ? (type === "stamp" ? "addStamp" : "make") : "change")}
        </Button>
      </div>
      <div className="mt-1 flex h-14 items-center justify-center rounded-control border border-hairline bg-paper p-1.5 lg:h-24">
        {url && field && (
          <span
            role="img"
            aria-label={t(type)}
            className="block h-full max-w-full"
            style={{ aspectRatio: field.width / field.height }}
          >
            <PaintedSignature
              width={field.width}
              height={field.height}
              image={url}
              look={type === "signature" ? lookOn(field.page) : null}
            />
          </span>
        )}
      </div>
      <p className="mt-1 hidden text-caption text-muted lg:block">{note}</p>
    </section>
  );
}

/**
 * Reserves the height of a panel at the bottom edge, so that anything scrolled or focused stays above it (WCAG 2.4.11),
 * and the end of the page too.
 */
function useRoomBelow(): RefObject<HTMLElement | null> {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = panel.current;
    if (!element) return;
    const root = document.documentElement;
    const measure = (): void => {
      const height = getComputedStyle(element).position === "fixed" ? element.offsetHeight : 0;
      root.style.setProperty("scroll-padding-bottom", `${height + 16}px`);
      document.body.style.setProperty("padding-bottom", `${height}px`);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    window.addEventListener("resize", measure);
    return () => {
      observer.disconnect();
      window.removeEventListener("resize", measure);
      root.style.removeProperty("scroll-padding-bottom");
      document.body.style.removeProperty("padding-bottom");
    };
  }, []);
  return panel;
}

/** The name and address under which the signer signs, and the consent, above a button that signs at once. */
export function DirectConsent({ page: { document, signer, withoutCode } }: { page: SigningState }) {
  const t = useTranslations("signing");
  return (
    <p className="text-caption text-muted">
      <span className="wrap-anywhere">
        {t("panel.asWhom", {
          role: document.role,
          by: withoutCode?.by ?? "link",
          name: isolate(signer.name),
          email: signer.email,
        })}
      </span>{" "}
      {document.role === "signer" && <span lang={t("confirm.consentLanguage")}>{t("confirm.consent")}</span>}
    </p>
  );
}
