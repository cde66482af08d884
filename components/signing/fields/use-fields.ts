import { useTranslations } from "next-intl";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { asProblem, callApi, type ApiProblem } from "@/components/api/call";
import type { DocumentPagesHandle } from "@/components/pages/document-pages";
import { useAnnounce } from "@/components/ui/live-region";
import { useMatcher } from "@/components/ui/use-matcher";
import { useIsInBrowser } from "@/components/ui/use-stored";
import type { KnownField, LinkField } from "@/lib/signing/schema";
import {
  fieldId,
  fieldInputs,
  firstValues,
  groupPlaces,
  inReadingOrder,
  nextField,
  optionalBlank,
  requiredFields,
  shownFaults,
  toBeTyped,
  valuesOf,
  withValue,
  type FieldFault,
  type FieldValues,
  type GroupPlace,
  type MadeImages,
} from "./field-state";
import type { FormRules } from "./form-rules";
import { useConditions } from "./use-conditions";

export interface Fields {
  values: FieldValues;
  /** Signing is not possible before; see `Conditions`. */
  isReady: boolean;
  /** The fields that are shown now; conditions hide the others. */
  shown: readonly LinkField[];
  /** The values to send: those of the shown fields. */
  given: FieldValues;
  setValue: (id: number, value: string | boolean) => void;
  /** Number of required fields. */
  total: number;
  blank: LinkField[];
  /** Optional fields that are blank and were not visited yet. */
  optional: LinkField[];
  /** Fields with an error. A refusal stays until the value changes. */
  flagged: ReadonlyMap<number, FieldFault>;
  /** Checkboxes and radio buttons with a group, by their id. */
  groups: ReadonlyMap<number, GroupPlace>;
  noteFocus: (id: number) => void;
  /** The signer has left the field. */
  noteLeave: (id: number) => void;
  /** Focuses the next blank field in page order: required ones, and optional ones once. */
  goToNext: () => void;
  /** True if only signatures are missing; otherwise marks and focuses blank fields. */
  check: () => boolean;
  /** Marks fields whose text cannot be written into the document, and focuses the first. */
  refuse: (ids: readonly number[]) => void;
  /** The first refused field's control, to focus when a dialog over the document closes; null if none was refused. */
  refusedControl: { readonly current: HTMLElement | null };
}

/** The signer's fields: values, what is missing, and navigation between them. */
export function useFields(
  documentUuid: string,
  all: { fields: readonly LinkField[]; known: readonly KnownField[] },
  made: MadeImages,
  pages: { current: DocumentPagesHandle | null },
  /** Null if no field takes a value. */
  rules: FormRules | null,
): Fields {
  const t = useTranslations("signing.field");
  const announce = useAnnounce();
  const [typed, setTyped] = useState<FieldValues>({});
  const storedValues = useStoredValues(documentUuid, all.fields);
  const values = useMemo<FieldValues>(
    () => ({ ...(storedValues ?? firstValues(all.fields)), ...typed }),
    [storedValues, all.fields, typed],
  );
  const [wasSubmitted, setAsked] = useState(false);
  const [refused, setRefused] = useState<FieldValues>({});
  const focused = useRef<LinkField | null>(null);
  const refusedControl = useRef<HTMLElement | null>(null);
  const matches = useMatcher(all.fields.some(({ rules }) => rules?.pattern !== undefined))?.matches ?? null;
  const conditions = useConditions(all.fields, all.known, values, matches);
  const { shown: fields, faults: calculationFaults } = conditions;
  const given = useMemo(() => valuesOf(fields, values), [fields, values]);
  const faults = useMemo(
    () => new Map([...(rules?.faultsOfFields(fields, values, matches) ?? []), ...calculationFaults]),
    [rules, fields, values, matches, calculationFaults],
  );
  const groups = useMemo(() => groupPlaces(fields), [fields]);
  const { total, blank } = useMemo(() => requiredFields(fields, faults, made), [fields, faults, made]);
  const missing = useMemo(() => toBeTyped(blank), [blank]);
  const [visited, setVisited] = useState<ReadonlySet<number>>(new Set());
  const optional = useMemo(
    () => optionalBlank(fields, values).filter(({ id }) => !visited.has(id)),
    [fields, values, visited],
  );

  const setValue = useCallback(
    (id: number, value: string | boolean) => setTyped((before) => withValue(all.fields, before, id, value)),
    [all.fields],
  );
  useEffect(() => {
    if (Object.keys(typed).length > 0) storeValues(documentUuid, values);
  }, [documentUuid, typed, values]);
  const noteFocus = useCallback(
    (id: number) => {
      focused.current = fields.find((field) => field.id === id) ?? null;
      setVisited((before) => (before.has(id) ? before : new Set([...before, id])));
    },
    [fields],
  );
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const noteLeave = useCallback(
    (id: number) => {
      setLeft((before) => (before.has(id) ? before : new Set([...before, id])));
      const field = fields.find((one) => one.id === id);
      // In the form in which it will be drawn.
      setTyped((before) => {
        const value = before[id];
        const tidy = field && rules && typeof value === "string" ? rules.tidyValue(field, value) : value;
        return tidy === undefined || tidy === value ? before : { ...before, [id]: tidy };
      });
    },
    [fields, rules],
  );

  const goTo = (field: LinkField | null, among: readonly LinkField[] = blank) => {
    if (!field) return;
    document.getElementById(fieldId(field.id))?.focus({ preventScroll: true });
    pages.current?.scrollToField(field, { block: "center" });
    const position = inReadingOrder(among).findIndex(({ id }) => id === field.id) + 1;
    announce(
      t("announce", {
        field: (field.type === "radio" ? field.group : field.label) ?? t(field.type),
        page: field.page,
        position,
        total: among.length,
      }),
    );
  };
  const goToNext = () => {
    const among = [...blank, ...optional];
    goTo(nextField(among, focused.current), among);
  };
  const check = () => {
    refusedControl.current = null;
    if (missing.length === 0) return true;
    setAsked(true);
    goTo(nextField(missing, null));
    return false;
  };
  const refuse = (ids: readonly number[]) => {
    const found = fields.filter(({ id }) => ids.includes(id));
    const first = nextField(found, null);
    setRefused(Object.fromEntries(found.map(({ id }) => [id, values[id] ?? ""])));
    refusedControl.current = first && document.getElementById(fieldId(first.id));
    goTo(first, found);
  };
  const flagged = useMemo(
    () =>
      shownFaults(
        faults,
        refused,
        values,
        (id, { code }) => wasSubmitted || calculationFaults.has(id) || (code !== "required" && left.has(id)),
      ),
    [faults, refused, values, wasSubmitted, left, calculationFaults],
  );
  return {
    ...{
      values,
      isReady: conditions.isReady,
      given,
      shown: fields,
      setValue,
      total,
      blank,
      optional,
      flagged,
      groups,
      noteFocus,
      noteLeave,
    },
    ...{ goToNext, check, refuse, refusedControl },
  };
}

/** Values stored in this tab at an earlier visit. Null at first, as on the server. */
function useStoredValues(documentUuid: string, fields: readonly LinkField[]): FieldValues | null {
  const isInBrowser = useIsInBrowser();
  return useMemo(
    () => (isInBrowser ? readStoredValues(documentUuid, fields) : null),
    [isInBrowser, documentUuid, fields],
  );
}

/**
 * Typed values stay in this tab until it is closed, because a phone may discard the page while the code is looked up.
 */
const keyOf = (documentUuid: string) => `paraph-fields-${documentUuid}`;

function storeValues(documentUuid: string, values: FieldValues): void {
  try {
    sessionStorage.setItem(keyOf(documentUuid), JSON.stringify(values));
  } catch {
    // Storage is blocked; only this convenience is lost.
  }
}

/** Stored values for these fields, and the requester's for the others; null if none were stored. */
function readStoredValues(documentUuid: string, fields: readonly LinkField[]): FieldValues | null {
  const storedValues = parse(stored(keyOf(documentUuid)));
  return storedValues && mergeStoredValues(firstValues(fields), storedValues);
}

/** Only existing fields, with a value of their kind. */
export function mergeStoredValues(first: FieldValues, storedValues: Readonly<Record<string, unknown>>): FieldValues {
  return Object.fromEntries(
    Object.entries(first).map(([id, value]) => [
      id,
      typeof storedValues[id] === typeof value ? (storedValues[id] as typeof value) : value,
    ]),
  );
}

function stored(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function parse(text: string | null): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text ?? "null");
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/**
 * Asks the server, which has the fonts, which fields contain text that cannot be written into the document. No call
 * if nothing was typed. Other failures do not block: signing reports them.
 */
export async function askForRefusedFields(u: string, values: FieldValues): Promise<number[]> {
  if (!Object.values(values).some((value) => typeof value === "string" && value.trim() !== "")) return [];
  try {
    await callApi("POST", `/sign/uuid/${u}/check`, { json: { fields: fieldInputs(values) } });
    return [];
  } catch (error) {
    return refusedFields(asProblem(error), values);
  }
}

const fieldPointer = /^\/fields\/(\d+)\/value$/;

/** Fields whose text the server refused, to mark them in place. */
export function refusedFields(problem: Pick<ApiProblem, "violations"> | null, values: FieldValues): number[] {
  const sent = fieldInputs(values) ?? [];
  return (problem?.violations ?? []).flatMap(
    ({ pointer }) => sent[Number(fieldPointer.exec(pointer)?.[1] ?? NaN)]?.elementId ?? [],
  );
}
