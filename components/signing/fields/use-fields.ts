import { useTranslations } from "next-intl";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { DocumentPagesHandle } from "@/components/pages/document-pages";
import { useAnnounce } from "@/components/ui/live-region";
import type { LinkBox } from "@/lib/signing/schema";
import { fieldId } from "./field-id";
import { inReadingOrder, nextBox } from "./field-order";
import {
  faults,
  firstValues,
  requiredFields,
  toBeTyped,
  type FieldFault,
  type FieldValues,
  type MadeImages,
} from "./field-state";
import { keepValues } from "./kept-values";
import { useKeptValues } from "./use-kept-values";

export interface Fields {
  values: FieldValues;
  setValue: (id: number, value: string | boolean) => void;
  /** Of the required ones. */
  total: number;
  blank: LinkBox[];
  /** Boxes that were asked for in vain. What was refused is so until it is changed. */
  flagged: ReadonlyMap<number, FieldFault>;
  noteFocus: (id: number) => void;
  /** Moves the focus to the next required box that is blank. */
  goToNext: () => void;
  /** True when only signatures are left to make; otherwise marks what is blank, and goes there. */
  check: () => boolean;
  /** Marks boxes whose text cannot be written into the document, and goes to the first. */
  refuse: (ids: readonly number[]) => void;
  /** The control of the first box that was refused, for the focus when what lies over the document closes; null when none was. */
  refusedControl: { readonly current: HTMLElement | null };
}

/** The signer's boxes: what they hold, what is left, and the way from one to the next. */
export function useFields(
  documentUuid: string,
  boxes: readonly LinkBox[],
  made: MadeImages,
  pages: { current: DocumentPagesHandle | null },
): Fields {
  const words = useTranslations("signing.field");
  const announce = useAnnounce();
  const [typed, setTyped] = useState<FieldValues>({});
  const kept = useKeptValues(documentUuid, boxes);
  const values = useMemo<FieldValues>(() => ({ ...(kept ?? firstValues(boxes)), ...typed }), [kept, boxes, typed]);
  const [asked, setAsked] = useState(false);
  const [refused, setRefused] = useState<FieldValues>({});
  const focused = useRef<LinkBox | null>(null);
  const refusedControl = useRef<HTMLElement | null>(null);
  const { total, blank } = useMemo(() => requiredFields(boxes, values, made), [boxes, values, made]);
  const missing = useMemo(() => toBeTyped(blank), [blank]);

  const setValue = useCallback(
    (id: number, value: string | boolean) => setTyped((before) => ({ ...before, [id]: value })),
    [],
  );
  useEffect(() => {
    if (Object.keys(typed).length > 0) keepValues(documentUuid, values);
  }, [documentUuid, typed, values]);
  const noteFocus = useCallback(
    (id: number) => {
      focused.current = boxes.find((box) => box.id === id) ?? null;
    },
    [boxes],
  );

  const goTo = (box: LinkBox | null, among: readonly LinkBox[] = blank) => {
    if (!box) return;
    document.getElementById(fieldId(box.id))?.focus({ preventScroll: true });
    pages.current?.scrollToBox(box, { block: "center" });
    const position = inReadingOrder(among).findIndex(({ id }) => id === box.id) + 1;
    announce(words("announce", { field: box.label ?? words(box.type), page: box.page, position, total: among.length }));
  };
  const goToNext = () => goTo(nextBox(blank, focused.current));
  const check = () => {
    refusedControl.current = null;
    if (missing.length === 0) return true;
    setAsked(true);
    goTo(nextBox(missing, null));
    return false;
  };
  const refuse = (ids: readonly number[]) => {
    const found = boxes.filter(({ id }) => ids.includes(id));
    const first = nextBox(found, null);
    setRefused(Object.fromEntries(found.map(({ id }) => [id, values[id] ?? ""])));
    refusedControl.current = first && document.getElementById(fieldId(first.id));
    goTo(first, found);
  };
  const flagged = useMemo(() => faults(asked ? missing : [], refused, values), [asked, missing, refused, values]);
  return { values, setValue, total, blank, flagged, noteFocus, goToNext, check, refuse, refusedControl };
}
