"use client";

import { useTranslations } from "next-intl";
import { signerColour, signerPattern } from "@/components/ui/signer-mark";
import { isolate } from "@/lib/locale/isolate";
import type { LinkBox } from "@/lib/signing/schema";
import { boxStyle } from "./box-style";

/** Where somebody will sign: faint, with the name, and nothing to press. */
export function BoxOutline({ box, scale }: { box: LinkBox; scale: number }) {
  const words = useTranslations("signing.field");
  const colour = `var(${signerColour(box.owner)})`;
  return (
    <div
      aria-hidden
      className="pointer-events-none! absolute overflow-hidden rounded-[3px] bg-paper/60"
      style={{ ...boxStyle(box, scale), border: `1px ${signerPattern(box.owner)} ${colour}`, color: colour }}
    >
      <span className="block truncate px-1 text-caption leading-tight">
        {words("others", { field: words(box.type), name: isolate(box.ownerName) })}
      </span>
    </div>
  );
}
