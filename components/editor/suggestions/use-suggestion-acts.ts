import { useTranslations } from "next-intl";
import { useEffect, useMemo, useRef, type Dispatch, type RefObject, type SetStateAction } from "react";
import { useEditor } from "@/components/editor/editor-context";
import { useAnnounce } from "@/components/ui/live-region";
import { ownerOf, toElement, type Suggestion } from "./suggestion";

/** They stay the same functions. */
export interface SuggestionActs {
  accept: (suggestion: Suggestion) => void;
  /** One step of the history. */
  acceptAll: () => void;
  dismiss: (suggestion: Suggestion) => void;
  dismissAll: () => void;
  /** To the first one, or to the one after or before another. */
  focus: (from?: Suggestion, by?: 1 | -1) => void;
  /** The focus has come to it. */
  follow: (suggestion: Suggestion) => void;
}

interface ActParts {
  open: readonly Suggestion[];
  setDismissed: Dispatch<SetStateAction<ReadonlySet<string>>>;
  setStop: (id: string) => void;
}

export function useSuggestionActs({ open, setDismissed, setStop }: ActParts): SuggestionActs {
  const t = useTranslations("editor.suggestions");
  const announce = useAnnounce();
  const { run, boxActs, signer } = useEditor();
  const latest = useLatest({ open, signerId: signer?.signRequestId ?? null });
  return useMemo(() => {
    const fieldsOf = (suggestions: readonly Suggestion[]) =>
      suggestions.flatMap((suggestion) => {
        const owner = ownerOf(suggestion, latest.current.signerId);
        return owner === null ? [] : [toElement(suggestion, owner)];
      });
    const neighbour = (suggestion: Suggestion, by: 1 | -1): Suggestion | undefined =>
      latest.current.open[latest.current.open.indexOf(suggestion) + by];
    /** Where the focus goes when one of them goes. */
    const leave = (suggestion: Suggestion): boolean => {
      const next = neighbour(suggestion, 1) ?? neighbour(suggestion, -1);
      if (next) focusSuggestion(next);
      return next !== undefined;
    };
    return {
      accept: (suggestion) => {
        const fields = fieldsOf([suggestion]);
        const isFollowed = leave(suggestion);
        run({ kind: "add", act: "suggest", elements: fields });
        if (!isFollowed && fields[0]) boxActs.focusBox(fields[0].key);
        announce(t("added", { count: fields.length }));
      },
      acceptAll: () => {
        const fields = fieldsOf(latest.current.open);
        run({ kind: "add", act: "suggest", elements: fields });
        if (fields[0]) boxActs.focusBox(fields[0].key);
        announce(t("added", { count: fields.length }));
      },
      dismiss: (suggestion) => {
        if (!leave(suggestion)) boxActs.leave();
        setDismissed((before) => new Set([...before, suggestion.id]));
        announce(t("dismissed"));
      },
      dismissAll: () => {
        boxActs.leave();
        setDismissed((before) => new Set([...before, ...latest.current.open.map(({ id }) => id)]));
        announce(t("dismissedAll"));
      },
      focus: (from, by = 1) => {
        const next = from ? neighbour(from, by) : latest.current.open[0];
        if (next) focusSuggestion(next);
      },
      follow: (suggestion) => setStop(suggestion.id),
    };
  }, [latest, run, boxActs, announce, t, setDismissed, setStop]);
}

function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}

function focusSuggestion({ id }: Suggestion): void {
  const node = document.querySelector<HTMLElement>(`[data-suggestion="${id}"]`);
  node?.scrollIntoView({ block: "center", inline: "nearest" });
  node?.focus({ preventScroll: true });
}
