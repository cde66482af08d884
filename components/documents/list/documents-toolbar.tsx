"use client";

import { ListFilter } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useId, useState, useTransition } from "react";
import { Button } from "@/components/ui/button";
import { controlLook } from "@/components/ui/control-look";
import { dashboardOrders } from "@/lib/file-views/dashboard-choices";
import { activeFilters } from "./active-filters";
import { documentsHref, type ListPlace } from "./documents-href";
import { DocumentsSearch } from "./documents-search";
import { FiltersPanel } from "./filters-panel";

/** Finds documents: a search, filters behind a button, and the order of the list. */
export function DocumentsToolbar({ tab, filters, order }: ListPlace) {
  const words = useTranslations("documents.filters");
  const [isOpen, setOpen] = useState(false);
  const panel = useId();
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <DocumentsSearch tab={tab} filters={filters} order={order} />
        <Button
          icon={<ListFilter aria-hidden className="size-4" />}
          aria-expanded={isOpen}
          aria-controls={isOpen ? panel : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          {words("button", { count: activeFilters(filters).length })}
        </Button>
        <OrderSelect tab={tab} filters={filters} order={order} />
      </div>
      {/* Taking a chip off changes what the fields say. */}
      {isOpen && <FiltersPanel key={JSON.stringify(filters)} id={panel} tab={tab} filters={filters} order={order} />}
    </>
  );
}

function OrderSelect({ tab, filters, order }: ListPlace) {
  const words = useTranslations("documents.order");
  const router = useRouter();
  const [isBusy, startGoing] = useTransition();

  function choose(value: string) {
    const chosen = dashboardOrders.find((known) => known === value) ?? "newest";
    startGoing(() => router.push(documentsHref({ tab, filters, order: chosen }), { scroll: false }));
  }

  return (
    <select
      key={order}
      aria-label={words("label")}
      aria-busy={isBusy}
      defaultValue={order}
      onChange={(event) => choose(event.target.value)}
      className={controlLook("app", "w-auto! sm:ms-auto")}
    >
      {dashboardOrders.map((known) => (
        <option key={known} value={known}>
          {words(known)}
        </option>
      ))}
    </select>
  );
}
