"use client";

import { WandSparkles } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { useEditor } from "@/components/editor/editor-context";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { useAnnounce } from "@/components/ui/live-region";
import { ownerOf } from "./suggestion";
import { suggestionHintId } from "./suggestion-layer";
import { useSuggestions } from "./suggestions-context";

/** "The document has places for 12 fields": all at once, one by one, or none of them. */
export function SuggestionsNotice({ fileUuid }: { fileUuid: string }) {
  const t = useTranslations("editor.suggestions");
  const { open, acts } = useSuggestions();
  const { signer } = useEditor();
  const placeable = open.filter((suggestion) => ownerOf(suggestion, signer?.signRequestId ?? null) !== null);
  const unnamed = placeable.filter((suggestion) => suggestion.signer === null).length;
  const ofNobody = open.length - placeable.length;
  useSaidOnce(placeable.length);
  if (open.length === 0) return null;
  return (
    <section
      aria-label={t("label")}
      className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-card bg-info-tint px-4 py-3 text-ui forced-colors:border"
    >
      <div className="min-w-0 flex-1 basis-72">
        {placeable.length > 0 && (
          <p className="font-semibold text-on-info-tint">{t("found", { count: placeable.length })}</p>
        )}
        {unnamed > 0 && signer && <p>{t("unnamed", { count: unnamed, signer: signer.name })}</p>}
        {ofNobody > 0 && <p>{t("ofNobody", { count: ofNobody })}</p>}
        <p id={suggestionHintId} hidden>
          {t("hint")}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {placeable.length > 0 && (
          <>
            <Button variant="primary" icon={<WandSparkles aria-hidden className="size-4" />} onClick={acts.acceptAll}>
              {t("addAll", { count: placeable.length })}
            </Button>
            <Button onClick={() => acts.focus()}>{t("oneByOne")}</Button>
          </>
        )}
        {placeable.length === 0 && <ButtonLink href={`/documents/${fileUuid}/signers`}>{t("addSigners")}</ButtonLink>}
        <Button variant="quiet" onClick={acts.dismissAll}>
          {t("dismissAll")}
        </Button>
      </div>
    </section>
  );
}

/** When they are found; what becomes of each is said by what is done with it. */
function useSaidOnce(count: number): void {
  const t = useTranslations("editor.suggestions");
  const announce = useAnnounce();
  const isAny = count > 0;
  useEffect(() => {
    if (isAny) announce(t("found", { count }));
    // eslint-disable-next-line react-hooks/exhaustive-deps -- Not again for each that goes.
  }, [isAny]);
}
