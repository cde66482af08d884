"use client";

import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import { signerColour, signerPattern } from "@/components/ui/signer-mark";
import { isolate } from "@/lib/platform/locale/format";
import type { LinkField } from "@/lib/signing/schema";
import { boxStyle } from "./field-look";

/** Below these heights, a box has room for one line of its label, and for two of small letters. */
const [oneLinePx, smallPx] = [26, 36];

/** Another signer's field: faint, with the name, not interactive. */
export function BoxOutline({ box, scale }: { box: LinkField; scale: number }) {
  const t = useTranslations("signing.field");
  const height = box.height * scale;
  const colour = `var(${signerColour(box.owner)})`;
  return (
    <div
      aria-hidden
      className="pointer-events-none! absolute overflow-hidden rounded-mark bg-paper/60"
      style={{ ...boxStyle(box, scale), border: `1px ${signerPattern(box.owner)} ${colour}`, color: colour }}
    >
      <span
        className={clsx(
          "px-1",
          height < oneLinePx
            ? "flex h-full items-center text-mark leading-none *:truncate"
            : "line-clamp-2 wrap-anywhere max-sm:text-mark max-sm:leading-3",
          height >= oneLinePx && (height < smallPx ? "text-mark leading-3" : "text-caption leading-tight"),
        )}
      >
        <span>{t("others", { field: t(box.type), name: isolate(box.ownerName) })}</span>
      </span>
    </div>
  );
}
