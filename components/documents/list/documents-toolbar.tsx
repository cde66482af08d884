"use client";

import { ListFilter, Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useEffect, useId, useRef, useState, useTransition, type FormEvent } from "react";
import { Button } from "@/components/ui/button";
import { controlLook, Select, SelectBox, TextInput } from "@/components/ui/inputs";
import { Spinner } from "@/components/ui/progress";
import { dashboardOrders, dashboardStates } from "@/lib/views/dashboard-choices";
import { activeFilters, documentsHref, filterNames, type ListPlace } from "./documents-href";

/** Search, filters behind a button, and sort order. */
export function DocumentsToolbar({ tab, filters, order }: ListPlace) {
  const t = useTranslations("documents.filters");
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
          {t("button", { count: activeFilters(filters).length })}
        </Button>
        <OrderSelect tab={tab} filters={filters} order={order} />
      </div>
      {/* Removing a chip resets the form's fields. */}
      {isOpen && <FiltersPanel key={JSON.stringify(filters)} id={panel} tab={tab} filters={filters} order={order} />}
    </>
  );
}

function OrderSelect({ tab, filters, order }: ListPlace) {
  const t = useTranslations("documents.order");
  const router = useRouter();
  const [isBusy, startGoing] = useTransition();

  function choose(value: string) {
    const chosen = dashboardOrders.find((known) => known === value) ?? "newest";
    startGoing(() => router.push(documentsHref({ tab, filters, order: chosen }), { scroll: false }));
  }

  return (
    <SelectBox
      key={order}
      aria-label={t("label")}
      aria-busy={isBusy}
      defaultValue={order}
      onChange={(event) => choose(event.target.value)}
      options={dashboardOrders.map((known) => ({ value: known, label: t(known) }))}
      className="sm:ms-auto"
    />
  );
}

/** The list's filters. Works as an ordinary form without scripts. */
function FiltersPanel({ id, tab, order, filters }: ListPlace & { id: string }) {
  const t = useTranslations("documents.filters");
  const router = useRouter();
  const heading = useId();
  const [isBusy, startGoing] = useTransition();

  function apply(data: FormData) {
    const chosen = Object.fromEntries(filterNames.map((name) => [name, textOf(data.get(name))]));
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    startGoing(() =>
      router.push(documentsHref({ tab, filters: { q: filters.q, ...chosen, zone }, order }), { scroll: false }),
    );
  }

  return (
    <section id={id} aria-labelledby={heading} className="mb-4 rounded-card border border-hairline bg-surface p-4">
      <h2 id={heading} className="sr-only">
        {t("title")}
      </h2>
      <form action={apply}>
        <input type="hidden" name="bulkSend" value={filters.bulkSend} />
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          <Select
            label={t("state")}
            name="state"
            defaultValue={filters.state}
            options={[
              { value: "", label: t("any") },
              ...dashboardStates.map((state) => ({ value: state, label: t(`states.${state}`) })),
            ]}
          />
          <TextInput
            label={t("signer")}
            name="signer"
            defaultValue={filters.signer}
            maxLength={255}
            autoComplete="off"
            placeholder={t("signerHint")}
          />
          <Select
            label={t("by")}
            name="by"
            defaultValue={filters.by}
            options={[
              { value: "", label: t("anybody") },
              ...(["me", "others"] as const).map((by) => ({ value: by, label: t(`byWhom.${by}`) })),
            ]}
          />
          <TextInput label={t("from")} name="from" type="date" defaultValue={filters.from} />
          <TextInput label={t("to")} name="to" type="date" defaultValue={filters.to} />
          <Select
            label={t("due")}
            name="due"
            defaultValue={filters.due}
            options={[
              { value: "", label: t("any") },
              { value: "soon", label: t("soon") },
            ]}
          />
        </div>
        <div className="mt-4 flex justify-end">
          <Button type="submit" busy={isBusy}>
            {t("apply")}
          </Button>
        </div>
      </form>
    </section>
  );
}

function textOf(value: FormDataEntryValue | null): string {
  return typeof value === "string" ? value.trim() : "";
}

const pauseMilliseconds = 300;

/** Searches while the user types, and keeps the address in step. */
function DocumentsSearch({ tab, filters, order }: ListPlace) {
  const { q } = filters;
  const t = useTranslations("documents.search");
  const router = useRouter();
  const [isSearching, startSearch] = useTransition();
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // Going back, or clearing the search below, changes the address from outside. Text that is still being typed stays.
  useEffect(() => {
    if (input.current && document.activeElement !== input.current) input.current.value = q;
  }, [q]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function search() {
    clearTimeout(timer.current);
    const wanted = input.current?.value.trim() ?? "";
    if (wanted !== q)
      startSearch(() =>
        router.replace(documentsHref({ tab, filters: { ...filters, q: wanted }, order }), { scroll: false }),
      );
  }

  function searchSoon() {
    clearTimeout(timer.current);
    timer.current = setTimeout(search, pauseMilliseconds);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    search();
  }

  return (
    <form role="search" action="/documents" onSubmit={submit} className="relative w-full sm:w-80">
      <input type="hidden" name="tab" value={tab} />
      <input type="hidden" name="order" value={order} />
      {activeFilters(filters).map((name) => (
        <input key={name} type="hidden" name={name} value={filters[name]} />
      ))}
      <Search aria-hidden className="pointer-events-none absolute top-1/2 start-3 size-4 -translate-y-1/2 text-muted" />
      <input
        ref={input}
        type="search"
        name="q"
        defaultValue={q}
        maxLength={255}
        aria-label={t("label")}
        placeholder={t("placeholder")}
        autoComplete="off"
        onChange={searchSoon}
        className={controlLook("app", "px-9")}
      />
      {isSearching && <Spinner className="absolute top-1/2 end-3 -mt-2 text-muted" />}
    </form>
  );
}
