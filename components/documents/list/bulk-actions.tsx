"use client";

import { Bell, FileArchive, Trash2, Undo2, X, type LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { asProblem } from "@/components/api/api-problem";
import { callApi } from "@/components/api/call";
import { useProblemText } from "@/components/api/use-problem-text";
import { Button, buttonLook } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { IconButton } from "@/components/ui/icon-button";
import { useToast } from "@/components/ui/toast";
import type { DashboardRow } from "@/lib/views/schema";
import { archiveHref, bulkActions, callFor, rowsFor, type BulkAction } from "./bulk-plan";

const icons: Record<BulkAction, LucideIcon> = { remind: Bell, withdraw: Undo2, draft: Trash2 };

interface BulkActionsProps {
  /** The selected documents. */
  rows: readonly DashboardRow[];
  onClear: () => void;
}

/** A bar with the actions on the selected documents; each says how many it applies to. */
export function BulkActions({ rows, onClear }: BulkActionsProps) {
  const t = useTranslations("documents.bulk");
  const { isBusy, run } = useBulk(onClear);
  const [asked, setAsked] = useState<BulkAction | null>(null);
  const askedRows = asked ? rowsFor(asked, rows) : [];

  async function confirm() {
    if (asked) await run(asked, askedRows);
    setAsked(null);
  }

  return (
    <section
      aria-label={t("label")}
      data-covers-rows
      className="sticky bottom-3 z-20 mx-auto mt-4 flex w-fit max-w-full flex-wrap items-center gap-2 rounded-card border border-hairline bg-raised py-2 ps-4 pe-2 shadow-popover"
    >
      <div className="me-2 flex items-center gap-1 max-sm:me-0 max-sm:w-full max-sm:justify-between">
        <p role="status" className="text-ui font-medium tabular-nums">
          {t("selected", { count: rows.length })}
        </p>
        <IconButton label={t("clear")} icon={<X />} onClick={onClear} />
      </div>
      <a href={archiveHref(rows)} download className={buttonLook("secondary", "app")}>
        <FileArchive aria-hidden className="size-4" />
        {t("download")}
      </a>
      {bulkActions.map((action) => {
        const [Icon, count] = [icons[action], rowsFor(action, rows).length];
        if (count === 0) return null;
        return (
          <Button
            key={action}
            icon={<Icon aria-hidden className="size-4" />}
            busy={isBusy && action === "remind"}
            onClick={() => (action === "remind" ? void run(action, rowsFor(action, rows)) : setAsked(action))}
          >
            {t(`action.${action}`, { count })}
          </Button>
        );
      })}
      {asked && asked !== "remind" && (
        <ConfirmDialog
          open
          danger
          onOpenChange={() => setAsked(null)}
          title={t(`${asked}.title`, { count: askedRows.length })}
          body={t(`${asked}.body`)}
          confirmLabel={t(`${asked}.confirm`, { count: askedRows.length })}
          onConfirm={confirm}
        >
          <ul className="max-h-48 list-disc overflow-y-auto ps-5 text-ui">
            {askedRows.map(({ uuid, name }) => (
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
    const said = t(`done.${action}`, { count: done });
    toast(reason === null ? said : `${said} ${t("failed", { count: rows.length - done, reason })}`);
    onDone();
    router.refresh();
  }

  return { isBusy, run };
}
