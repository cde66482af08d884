import { useTranslations } from "next-intl";
import { useEffect, useMemo, useRef, useState } from "react";
import { useAnnounce } from "@/components/ui/live-region";
import { hasExpression } from "@/lib/platform/field-rules/details";
import type { Fault } from "@/lib/platform/field-rules/faults";
import type { Matcher } from "@/lib/platform/field-rules/pattern";
import type { KnownField, LinkField } from "@/lib/signing/schema";
import { inReadingOrder, type FieldValues } from "./field-state";

type PageConditions = Pick<typeof import("./page-conditions"), "planOfPage" | "applyConditions">;

export interface Conditions {
  /**
   * False while their code is loading: the page does not know yet which fields are shown, so a signature could
   * contain fields it has not shown.
   */
  isReady: boolean;
  /** The fields that are shown, with their current requirements. */
  shown: readonly LinkField[];
  /** Faults of expressions, by the field's id. */
  faults: ReadonlyMap<number, Fault>;
}

/**
 * Mirrors conditions and calculations. Their code is loaded only for a document that has some, otherwise the fields
 * stay as given.
 */
export function useConditions(
  fields: readonly LinkField[],
  known: readonly KnownField[],
  values: FieldValues,
  matches: Matcher | null,
): Conditions {
  const isNeeded = useMemo(() => fields.some(hasExpression), [fields]);
  const loaded = usePageConditions(isNeeded);
  const page = useMemo(
    () => (typeof loaded === "string" ? null : loaded.planOfPage(fields, known)),
    [loaded, fields, known],
  );
  const applied = useMemo(
    () => (page && typeof loaded !== "string" ? loaded.applyConditions(page, fields, values) : null),
    [page, loaded, fields, values],
  );
  const faults = useMemo(() => applied?.faultsBy(matches) ?? none, [applied, matches]);
  const shown = useMemo(
    () => applied?.shown ?? (isNeeded ? withoutConditions(fields, loaded === "failed") : fields),
    [applied, isNeeded, fields, loaded],
  );
  useChangesSaid(shown, applied !== null);
  return { isReady: !isNeeded || loaded !== "loading", shown, faults };
}

const none: ReadonlyMap<number, Fault> = new Map();

function usePageConditions(isNeeded: boolean): PageConditions | "loading" | "failed" {
  const [loaded, setLoaded] = useState<PageConditions | "loading" | "failed">("loading");
  useEffect(() => {
    if (!isNeeded) return;
    void import("./page-conditions").then(
      ({ planOfPage, applyConditions }) => setLoaded({ planOfPage, applyConditions }),
      () => setLoaded("failed"),
    );
  }, [isNeeded]);
  return loaded;
}

/**
 * Until the code is loaded, fields with a condition are not shown. If it cannot be loaded, all are offered and the
 * server decides.
 */
function withoutConditions(fields: readonly LinkField[], isFailed: boolean): LinkField[] {
  return fields
    .filter(({ showWhen }) => isFailed || showWhen === null)
    .map((field) =>
      hasExpression(field)
        ? { ...field, required: false, readOnly: field.readOnly || field.calculate !== null }
        : field,
    );
}

/** Announces which fields have appeared and disappeared, but not the initial state. */
function useChangesSaid(shown: readonly LinkField[], isApplied: boolean): void {
  const t = useTranslations("signing.field");
  const announce = useAnnounce();
  const before = useRef<ReadonlyMap<number, string> | null>(null);
  useEffect(() => {
    if (!isApplied) return;
    const mine = inReadingOrder(shown.filter(({ isMine }) => isMine));
    const now = new Map(
      mine.map((field) => [field.id, (field.type === "radio" ? field.group : field.label) ?? t(field.type)] as const),
    );
    const last = before.current;
    before.current = now;
    if (last === null) return;
    const [more, fewer] = [namesOnlyIn(now, last), namesOnlyIn(last, now)];
    const changes = [
      ...(more.length > 0 ? [t("appeared", { count: more.length, fields: more.join(", ") })] : []),
      ...(fewer.length > 0 ? [t("disappeared", { count: fewer.length, fields: fewer.join(", ") })] : []),
    ];
    if (changes.length > 0) announce(changes.join(" "));
  }, [shown, isApplied, announce, t]);
}

function namesOnlyIn(fields: ReadonlyMap<number, string>, others: ReadonlyMap<number, string>): string[] {
  return [...new Set([...fields].filter(([id]) => !others.has(id)).map(([, name]) => name))];
}
