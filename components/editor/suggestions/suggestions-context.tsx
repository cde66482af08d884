"use client";

import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from "react";
import { callApi } from "@/components/api/call";
import { useEditor } from "@/components/editor/editor-context";
import type { SuggestionsAnswer } from "@/lib/suggestions/schema";
import { fromWire, openSuggestions, type Suggestion } from "./suggestion";
import { useSuggestionActs, type SuggestionActs } from "./use-suggestion-acts";

export interface Suggestions {
  /** Those that wait for an answer, in reading order. */
  open: readonly Suggestion[];
  /** The one that Tab leads to. */
  stop: string | null;
  acts: SuggestionActs;
}

const SuggestionsContext = createContext<Suggestions | null>(null);

export function useSuggestions(): Suggestions {
  const suggestions = useContext(SuggestionsContext);
  if (!suggestions) throw new Error("used outside of the editor");
  return suggestions;
}

/** Asks the server once which places of the text want a field. Without an answer there is nothing to suggest, and nothing is missing. */
export function SuggestionsProvider({ fileUuid, children }: { fileUuid: string; children: ReactNode }) {
  const { layout, isLocked, isSignedUpload, signers } = useEditor();
  const isWanted = !isLocked && !isSignedUpload && signers.length > 0;
  const all = useFoundSuggestions(fileUuid, isWanted);
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  const [stop, setStop] = useState<string | null>(null);
  const found = useMemo(
    () => (isWanted ? openSuggestions(all, layout.elements, dismissed) : []),
    [isWanted, all, layout.elements, dismissed],
  );
  const open = useSteady(found);
  const acts = useSuggestionActs({ open, setDismissed, setStop });
  const value = useMemo(
    () => ({ open, stop: open.some(({ id }) => id === stop) ? stop : (open[0]?.id ?? null), acts }),
    [open, stop, acts],
  );
  return <SuggestionsContext value={value}>{children}</SuggestionsContext>;
}

function useFoundSuggestions(fileUuid: string, isWanted: boolean): readonly Suggestion[] {
  const [found, setFound] = useState<readonly Suggestion[]>([]);
  useEffect(() => {
    if (!isWanted) return;
    const asking = new AbortController();
    callApi<SuggestionsAnswer>("GET", `/file/${fileUuid}/suggestions`, { signal: asking.signal }).then(
      ({ data }) => setFound(data.map(fromWire)),
      () => undefined,
    );
    return () => asking.abort();
  }, [fileUuid, isWanted]);
  return found;
}

/** The same array while it holds the same, so that moving a box does not draw every page again. */
function useSteady(list: readonly Suggestion[]): readonly Suggestion[] {
  const [steady, setSteady] = useState(list);
  const isSame = steady.length === list.length && steady.every((entry, index) => entry === list[index]);
  if (!isSame) setSteady(list);
  return isSame ? steady : list;
}
