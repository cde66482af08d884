import { Check } from "lucide-react";
import { useTranslations } from "next-intl";
import { PersonAvatar } from "@/components/ui/person-avatar";
import { signerColour, signerPattern } from "@/components/ui/signer-mark";
import { useTimeFormat } from "@/components/ui/time";
import { isolate } from "@/lib/platform/locale/format";
import type { FileWire, SignerWire } from "@/lib/views/schema";

type FieldWire = FileWire["visibleElements"][number];

interface PreviewFieldProps {
  field: FieldWire;
  signer: Pick<SignerWire, "displayName" | "signed">;
  /** The signer's number, from 1. */
  number: number;
  /** CSS pixels per point. */
  scale: number;
}

/** Below this size in CSS pixels a field's label would not fit. */
const labelled = { width: 72, height: 18 };

/** One field over its page. A filled one is framed only, because the page itself shows what was filled in. */
export function PreviewField({ field, signer, number, scale }: PreviewFieldProps) {
  const t = useTranslations("documents.preview");
  const format = useTimeFormat();
  const { left, top, width, height } = field.coordinates;
  const isFilled = signer.signed !== null;
  const colour = `var(${signerColour(number)})`;
  const name = isolate(signer.displayName);
  const type = t(`types.${field.type}`);
  const text =
    signer.signed === null ? t("open", { type, name }) : t("filled", { type, name, time: format.time(signer.signed) });
  const isLabelled = !isFilled && width * scale >= labelled.width && height * scale >= labelled.height;
  return (
    <span
      role="img"
      aria-label={text}
      title={text}
      className="absolute"
      style={{
        left: left * scale,
        top: top * scale,
        width: width * scale,
        height: height * scale,
        border: `1.5px ${isFilled ? "solid" : signerPattern(number)} ${colour}`,
        background: isFilled ? undefined : `color-mix(in srgb, ${colour} 14%, transparent)`,
      }}
    >
      {isFilled ? (
        <span
          aria-hidden
          className="absolute -end-2 -top-2 inline-flex size-4 items-center justify-center rounded-pill text-paper"
          style={{ background: colour }}
        >
          <Check className="size-3" strokeWidth={3} />
        </span>
      ) : (
        isLabelled && (
          <span
            aria-hidden
            className="absolute inset-0 flex flex-wrap items-center justify-center gap-x-1 overflow-hidden px-1 text-caption"
            style={{ color: colour }}
          >
            {height * scale >= 24 && (
              <span className="flex h-full items-center">
                <PersonAvatar name={signer.displayName} number={number} size={18} />
              </span>
            )}
            {/* Wraps out of sight as a whole where there is no room for it. */}
            <span className="flex h-full max-w-full items-center">
              <span className="truncate leading-4 font-medium">{type}</span>
            </span>
          </span>
        )
      )}
    </span>
  );
}
