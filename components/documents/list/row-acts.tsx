"use client";

import { Ellipsis } from "lucide-react";
import { useTranslations } from "next-intl";
import { LazyMenu, lazyPart } from "@/components/ui/lazy-menu";
import type { DashboardRow } from "@/lib/file-views/schema";

const menu = lazyPart(() => import("./row-menu").then((module) => module.RowMenu));

/** What else can be done with a document of the list, behind one button. */
export function RowActs({ row }: { row: DashboardRow }) {
  const words = useTranslations("documents.list");
  const trigger = (
    <button
      type="button"
      aria-label={words("moreActs", { name: row.name })}
      className="inline-flex size-9 items-center justify-center rounded-control text-muted hover:bg-primary-tint hover:text-on-primary-tint pointer-coarse:size-11"
    >
      <Ellipsis aria-hidden className="size-4" />
    </button>
  );
  return <LazyMenu trigger={trigger} menu={menu} menuProps={{ row }} />;
}
