"use client";

import { useTranslations } from "next-intl";
import { signerColour, signerPattern } from "@/components/ui/signer-mark";
import { isolate } from "@/lib/platform/locale/format";
import type { LinkField } from "@/lib/signing/schema";
import { boxStyle } from "./field-look";

/** Another signer's field: faint, with the name, not interactive. */
export function BoxOutline({ box, scale }: { box: LinkField; scale: number }) {
  const t = useTranslations("signing.field");
  const colour = `var(${signerColour(box.owner)})`;
  return (
    <div
      aria-hidden
      className="pointer-events-none! absolute overflow-hidden rounded-mark bg-paper/60"
      style={{ ...boxStyle(box, scale), border: `1px ${signerPattern(box.owner)} ${colour}`, color: colour }}
    >
      <span className="line-clamp-2 px-1 text-caption leading-tight wrap-anywhere max-sm:text-mark max-sm:leading-3">
        {t("others", { field: t(box.type), name: isolate(box.ownerName) })}
      </span>
    </div>
  );
}
