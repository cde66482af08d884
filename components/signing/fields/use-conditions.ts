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
  boxes: readonly LinkField[],
  known: readonly KnownField[],
  values: FieldValues,
  matches: Matcher | null,
): Conditions {
  const isNeeded = useMemo(() => boxes.some(hasExpression), [boxes]);
  const loaded = usePageConditions(isNeeded);
  const page = useMemo(
    () => (typeof loaded === "string" ? null : loaded.planOfPage(boxes, known)),
    [loaded, boxes, known],
  );
  const applied = useMemo(
    () => (page && typeof loaded !== "string" ? loaded.applyConditions(page, boxes, values) : null),
    [page, loaded, boxes, values],
  );
  const faults = useMemo(() => applied?.faultsBy(matches) ?? none, [applied, matches]);
  const shown = useMemo(
    () => applied?.shown ?? (isNeeded ? withoutConditions(boxes, loaded === "failed") : boxes),
    [applied, isNeeded, boxes, loaded],
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
function withoutConditions(boxes: readonly LinkField[], isFailed: boolean): LinkField[] {
  return boxes
    .filter(({ showWhen }) => isFailed || showWhen === null)
    .map((box) =>
      hasExpression(box) ? { ...box, required: false, readOnly: box.readOnly || box.calculate !== null } : box,
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
      mine.map((box) => [box.id, (box.type === "radio" ? box.group : box.label) ?? t(box.type)] as const),
    );
    const last = before.current;
    before.current = now;
    if (last === null) return;
    const [more, fewer] = [namesOnlyIn(now, last), namesOnlyIn(last, now)];
    const said = [
      ...(more.length > 0 ? [t("appeared", { count: more.length, fields: more.join(", ") })] : []),
      ...(fewer.length > 0 ? [t("disappeared", { count: fewer.length, fields: fewer.join(", ") })] : []),
    ];
    if (said.length > 0) announce(said.join(" "));
  }, [shown, isApplied, announce, t]);
}

function namesOnlyIn(fields: ReadonlyMap<number, string>, others: ReadonlyMap<number, string>): string[] {
  return [...new Set([...fields].filter(([id]) => !others.has(id)).map(([, name]) => name))];
}
