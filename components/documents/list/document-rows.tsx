"use client";

import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import type { DashboardRow } from "@/lib/views/schema";
import { BulkActions } from "./bulk-actions";
import { columnsLook, DocumentRow } from "./document-row";

/** One page of documents with column heads; selected ones can be acted on together. */
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
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = selected > 0 && selected < total;
  }, [selected, total]);
  return (
    <label className="-m-2 inline-flex size-9 items-center justify-center pointer-coarse:size-11">
      <input
        ref={box}
        type="checkbox"
        aria-label={t("selectAll")}
        checked={selected === total}
        onChange={(event) => onSelect(event.target.checked)}
        className="size-5 accent-primary"
      />
    </label>
  );
}
