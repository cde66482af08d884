"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { callApi } from "@/components/api/call";
import { hasValidLines } from "@/lib/platform/appearance/fill-lines";
import type { AppearanceTemplate } from "@/lib/platform/appearance/options";

const waitMs = 300;

/** A sample signature as the engine draws it from the PDF that signing would write. */
export function AppearancePreview({ appearance }: { appearance: AppearanceTemplate }) {
  const t = useTranslations("signature.appearance");
  const wanted = JSON.stringify(appearance);
  const [shown, setShown] = useState<{ of: string; src: string | null } | null>(null);
  useEffect(() => {
    let isOver = false;
    const timer = window.setTimeout(() => {
      const appearance = JSON.parse(wanted) as AppearanceTemplate;
      // The service would refuse these lines, and the input beside the preview says why.
      if (!hasValidLines(appearance)) return setShown({ of: wanted, src: null });
      const json = { appearance };
      void callApi<{ file: { mediaType: string; base64: string } }>("POST", "/appearance/preview", { json })
        .then(({ file }) => `data:${file.mediaType};base64,${file.base64}`)
        .catch(() => null)
        .then((src) => {
          if (!isOver) setShown({ of: wanted, src });
        });
    }, waitMs);
    return () => {
      isOver = true;
      window.clearTimeout(timer);
    };
  }, [wanted]);
  return (
    <figure>
      <div className="flex aspect-3/1 max-w-120 items-center justify-center rounded-control border border-hairline bg-paper p-2">
        {shown?.src ? (
          <img src={shown.src} alt={t("previewOf")} width={720} height={240} className="size-full object-contain" />
        ) : (
          shown && <p className="text-ui text-paper-ink">{t("noPreview")}</p>
        )}
      </div>
      <figcaption role="status" className="mt-1.5 text-caption text-muted">
        {t(shown?.of === wanted ? "previewNote" : "previewBusy")}
      </figcaption>
    </figure>
  );
}
