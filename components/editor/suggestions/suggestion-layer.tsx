"use client";

import { clsx } from "clsx";
import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import type { CSSProperties, KeyboardEvent } from "react";
import { FieldIcon } from "@/components/editor/fields/placed-field";
import { useShortName } from "@/components/editor/fields/use-action-text";
import { signerOf, useEditor } from "@/components/editor/state/editor-context";
import type { PageBox } from "@/components/pages/page-source";
import { signerColour } from "@/components/ui/signer-mark";
import { toScreen } from "@/lib/platform/geometry/placement";
import { ownerOf, type Suggestion } from "./suggestion";
import { useSuggestions } from "./suggestions-context";

interface SuggestionLayerProps {
  page: PageBox;
  /** CSS pixels per point. */
  scale: number;
}

/** Suggested fields of one page, as dashed outlines; pressing one adds the field. One tab stop, arrow keys inside. */
export function SuggestionLayer({ page, scale }: SuggestionLayerProps) {
  const { open } = useSuggestions();
  const here = open.filter((suggestion) => suggestion.page === page.page);
  return here.map((suggestion) => <Outline key={suggestion.id} suggestion={suggestion} scale={scale} />);
}

function Outline({ suggestion, scale }: { suggestion: Suggestion; scale: number }) {
  const t = useTranslations("editor");
  const { signers, signer, tool } = useEditor();
  const { stop, actions } = useSuggestions();
  const shortName = useShortName(signers);
  const owner = ownerOf(suggestion, signer?.signRequestId ?? null);
  const { type, page } = suggestion;
  const name =
    owner === null
      ? t("suggestions.nameOfNobody", { type: t(`types.${type}`), number: suggestion.signer ?? 0, page })
      : t("suggestions.name", { field: shortName({ type, signRequestId: owner }), page });
  const { x, y, width, height } = toScreen(suggestion.box, scale);
  const colour = owner === null ? "var(--color-paper-muted)" : `var(${signerColour(signerOf(signers, owner).number)})`;
  return (
    <button
      type="button"
      data-suggestion={suggestion.id}
      tabIndex={suggestion.id === stop ? 0 : -1}
      aria-label={name}
      aria-describedby={suggestionHintId}
      aria-disabled={owner === null || undefined}
      onFocus={() => actions.follow(suggestion)}
      onClick={() => {
        if (owner !== null) actions.accept(suggestion);
      }}
      onKeyDown={(event) => handleKey(event, suggestion, actions)}
      className={clsx(
        "absolute flex scroll-mt-32 max-lg:scroll-mb-[45dvh] min-h-6 min-w-6 items-center justify-center gap-1 overflow-hidden border-2 border-dashed bg-paper/90 text-mark text-paper-ink hover:bg-paper focus-visible:bg-paper",
        tool && "pointer-events-none!",
      )}
      style={{ left: x, top: y, width, height, borderColor: colour } satisfies CSSProperties}
    >
      <Plus aria-hidden className="size-3.5 shrink-0" style={{ color: colour }} />
      {width >= 44 && <FieldIcon type={type} className="size-3.5 shrink-0" />}
      {width >= 90 && <bdi className="truncate">{suggestion.label ?? t(`types.${type}`)}</bdi>}
    </button>
  );
}

/** ID of the text that explains the keys to screen readers. */
export const suggestionHintId = "editor-suggestion-hint";

const steps: Record<string, 1 | -1> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

function handleKey(
  event: KeyboardEvent,
  suggestion: Suggestion,
  actions: ReturnType<typeof useSuggestions>["actions"],
): void {
  const step = steps[event.key];
  const isDismissal = event.key === "Delete" || event.key === "Backspace";
  if (step === undefined && !isDismissal) return;
  event.preventDefault();
  event.stopPropagation();
  if (step === undefined) actions.dismiss(suggestion);
  else actions.focus(suggestion, step);
}
