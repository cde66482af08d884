import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslations } from "next-intl";
import type { DocumentPagesHandle } from "@/components/pages/document-pages";
import { useAnnounce } from "@/components/ui/live-region";
import type { LinkBox } from "@/lib/signing/schema";
import { fieldId } from "./field-id";
import { inReadingOrder, nextBox } from "./field-order";
import { firstValues, requiredFields, toBeTyped, type AdoptedImages, type FieldValues } from "./field-state";
import { keepValues } from "./kept-values";
import { useKeptValues } from "./use-kept-values";

export interface Fields {
  values: FieldValues;
  setValue: (id: number, value: string | boolean) => void;
  /** Of the required ones. */
  total: number;
  blank: LinkBox[];
  flagged: ReadonlySet<number>;
  noteFocus: (id: number) => void;
  /** Moves the focus to the next required box that is blank. */
  goToNext: () => void;
  /** True when only signatures are left to adopt; otherwise marks what is blank, and goes there. */
  check: () => boolean;
}

/** The signer's boxes: what they hold, what is left, and the way from one to the next. */
export function useFields(documentUuid: string, boxes: readonly LinkBox[], adopted: AdoptedImages, pages: { current: DocumentPagesHandle | null }): Fields {
  const words = useTranslations("signing.field");
  const announce = useAnnounce();
  const [typed, setTyped] = useState<FieldValues>({});
  const kept = useKeptValues(documentUuid, boxes);
  const values = useMemo<FieldValues>(() => ({ ...(kept ?? firstValues(boxes)), ...typed }), [kept, boxes, typed]);
  const [asked, setAsked] = useState(false);
  const focused = useRef<LinkBox | null>(null);
  const { total, blank } = useMemo(() => requiredFields(boxes, values, adopted), [boxes, values, adopted]);
  const missing = useMemo(() => toBeTyped(blank), [blank]);

  const setValue = useCallback((id: number, value: string | boolean) => setTyped((before) => ({ ...before, [id]: value })), []);
  useEffect(() => {
    if (Object.keys(typed).length > 0) keepValues(documentUuid, values);
  }, [documentUuid, typed, values]);
  const noteFocus = useCallback((id: number) => {
    focused.current = boxes.find((box) => box.id === id) ?? null;
  }, [boxes]);

  const goTo = (box: LinkBox | null) => {
    if (!box) return;
    document.getElementById(fieldId(box.id))?.focus({ preventScroll: true });
    pages.current?.scrollToBox(box, { block: "center" });
    const position = inReadingOrder(blank).findIndex(({ id }) => id === box.id) + 1;
    announce(words("announce", { field: box.label ?? words(box.type), page: box.page, position, total: blank.length }));
  };
  const goToNext = () => goTo(nextBox(blank, focused.current));
  const check = () => {
    if (missing.length === 0) return true;
    setAsked(true);
    goTo(nextBox(missing, null));
    return false;
  };
  const flagged = useMemo(() => new Set(asked ? missing.map(({ id }) => id) : []), [asked, missing]);
  return { values, setValue, total, blank, flagged, noteFocus, goToNext, check };
}
