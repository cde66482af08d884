"use client";

import { clsx } from "clsx";
import { Bell, FileArchive, Trash2, Undo2, X, type LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { asProblem, callApi } from "@/components/api/call";
import { useProblemText } from "@/components/api/problem-notice";
import { Button, buttonLook } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/dialog";
import { IconButton } from "@/components/ui/icon-button";
import { useToast } from "@/components/ui/toast";
import type { DashboardRow } from "@/lib/views/schema";
import { columnsLook, DocumentRow } from "./document-row";
import { archiveHref, bulkActions, callFor, rowsFor, type BulkAction } from "./row-actions";

/** One page of documents with column heads; bulk actions apply to the selected ones. */
export function DocumentRows({ rows }: { rows: readonly DashboardRow[] }) {
  const t = useTranslations("documents.list");
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  // A document that has left the page is no longer selected.
  const selected = rows.filter(({ uuid }) => chosen.has(uuid));

  function select(uuid: string, isSelected: boolean) {
    const next = new Set(chosen);
    if (isSelected) next.add(uuid);
    else next.delete(uuid);
    setChosen(next);
  }

  return (
    <>
      <div className="overflow-clip rounded-card border border-hairline bg-surface shadow-card">
        <div
          className={clsx(
            "grid grid-cols-[1.25rem_minmax(0,1fr)] items-center gap-x-4 border-b border-hairline px-4 py-2.5 text-caption font-medium text-muted sm:px-5",
            columnsLook,
          )}
        >
          <SelectAll
            selected={selected.length}
            total={rows.length}
            onSelect={(isSelected) => setChosen(new Set(isSelected ? rows.map(({ uuid }) => uuid) : []))}
          />
          <span aria-hidden>{t("columns.document")}</span>
          <span aria-hidden className="max-lg:hidden">
            {t("signers")}
          </span>
          <span aria-hidden className="max-lg:hidden">
            {t("columns.status")}
          </span>
          <span aria-hidden className="max-lg:hidden">
            {t("created")}
          </span>
        </div>
        <ul aria-label={t("label")} className="divide-y divide-hairline">
          {rows.map((row) => (
            <DocumentRow
              key={row.uuid}
              row={row}
              isSelected={chosen.has(row.uuid)}
              onSelect={(isSelected) => select(row.uuid, isSelected)}
            />
          ))}
        </ul>
      </div>
      {selected.length > 0 && <BulkActions rows={selected} onClear={() => setChosen(new Set())} />}
    </>
  );
}

interface SelectAllProps {
  selected: number;
  total: number;
  onSelect: (isSelected: boolean) => void;
}

function SelectAll({ selected, total, onSelect }: SelectAllProps) {
  const t = useTranslations("documents.list");
  const checkbox = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (checkbox.current) checkbox.current.indeterminate = selected > 0 && selected < total;
  }, [selected, total]);
  return (
    <label className="-m-2 inline-flex size-9 items-center justify-center pointer-coarse:size-11">
      <input
        ref={checkbox}
        type="checkbox"
        aria-label={t("selectAll")}
        checked={selected === total}
        onChange={(event) => onSelect(event.target.checked)}
        className="size-5 tick-look"
      />
    </label>
  );
}

const icons: Record<BulkAction, LucideIcon> = { remind: Bell, withdraw: Undo2, draft: Trash2 };

/** Without their icons, four buttons fit on one line of a medium-sized window. */
const iconLook = "size-4 sm:max-lg:hidden";

interface BulkActionsProps {
  /** The selected documents. */
  rows: readonly DashboardRow[];
  onClear: () => void;
}

/** A bar with the actions on the selected documents; each shows the number it applies to. */
function BulkActions({ rows, onClear }: BulkActionsProps) {
  const t = useTranslations("documents.bulk");
  const { isBusy, run } = useBulk(onClear);
  const [confirming, setConfirming] = useState<BulkAction | null>(null);
  const affectedRows = confirming ? rowsFor(confirming, rows) : [];

  async function confirm() {
    if (confirming) await run(confirming, affectedRows);
    setConfirming(null);
  }

  return (
    <section
      aria-label={t("label")}
      data-covers-rows
      className="sticky bottom-3 z-20 mx-auto mt-4 flex w-fit max-w-full flex-wrap items-center gap-2 rounded-card border border-hairline bg-raised py-2 ps-4 pe-2 shadow-popover max-sm:w-auto max-sm:pe-4 max-sm:pb-4 max-sm:[&>a]:grow max-sm:[&>button]:grow"
    >
      <div className="me-2 flex items-center gap-1 max-sm:me-0 max-sm:w-full max-sm:justify-between">
        <p role="status" className="text-ui font-medium tabular-nums">
          {t("selected", { count: rows.length })}
        </p>
        <IconButton label={t("clear")} icon={<X />} onClick={onClear} />
      </div>
      <a href={archiveHref(rows)} download className={buttonLook("secondary", "app")}>
        <FileArchive aria-hidden className={iconLook} />
        {t("download")}
      </a>
      {bulkActions.map((action) => {
        const [Icon, count] = [icons[action], rowsFor(action, rows).length];
        if (count === 0) return null;
        return (
          <Button
            key={action}
            icon={<Icon aria-hidden className={iconLook} />}
            busy={isBusy && action === "remind"}
            onClick={() => (action === "remind" ? void run(action, rowsFor(action, rows)) : setConfirming(action))}
          >
            {t(`action.${action}`, { count })}
          </Button>
        );
      })}
      {confirming && confirming !== "remind" && (
        <ConfirmDialog
          open
          danger
          onOpenChange={() => setConfirming(null)}
          title={t(`${confirming}.title`, { count: affectedRows.length })}
          body={t(`${confirming}.body`)}
          confirmLabel={t(`${confirming}.confirm`, { count: affectedRows.length })}
          onConfirm={confirm}
        >
          <ul className="max-h-48 list-disc overflow-y-auto ps-5 text-ui">
            {affectedRows.map(({ uuid, name }) => (
              <li key={uuid} className="wrap-anywhere">
                <bdi>{name}</bdi>
              </li>
            ))}
          </ul>
        </ConfirmDialog>
      )}
    </section>
  );
}

/** Runs an action for each document in turn, and reports the number of successes and the first failure's reason. */
function useBulk(onDone: () => void) {
  const t = useTranslations("documents.bulk");
  const router = useRouter();
  const toast = useToast();
  const problemText = useProblemText();
  const [isBusy, setBusy] = useState(false);

  async function run(action: BulkAction, rows: readonly DashboardRow[]): Promise<void> {
    setBusy(true);
    let reason: string | null = null;
    let done = 0;
    for (const row of rows) {
      const { method, path, json } = callFor(action, row);
      try {
        await callApi(method, path, json === undefined ? {} : { json });
        done++;
      } catch (error) {
        const { title, body, more } = problemText(asProblem(error));
        reason ??= [title, more[0] ?? body].join(" ");
      }
    }
    setBusy(false);
    const result = t(`done.${action}`, { count: done });
    toast(reason === null ? result : `${result} ${t("failed", { count: rows.length - done, reason })}`);
    onDone();
    router.refresh();
  }

  return { isBusy, run };
}
