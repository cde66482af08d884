"use client";

import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useTransition, type FormEvent } from "react";
import { controlLook } from "@/components/ui/control-look";
import { Spinner } from "@/components/ui/spinner";
import { activeFilters } from "./active-filters";
import { documentsHref, type ListPlace } from "./documents-href";

const pauseMilliseconds = 300;

/** Searches while one types; the address always says what is searched for. */
export function DocumentsSearch({ tab, filters, order }: ListPlace) {
  const { q } = filters;
  const words = useTranslations("documents.search");
  const router = useRouter();
  const [isSearching, startSearch] = useTransition();
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // Going back, or clearing the search below, changes the address from outside; what is being typed is left alone.
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
        aria-label={words("label")}
        placeholder={words("placeholder")}
        autoComplete="off"
        onChange={searchSoon}
        className={controlLook("app", "px-9")}
      />
      {isSearching && <Spinner className="absolute top-1/2 end-3 -mt-2 text-muted" />}
    </form>
  );
}
