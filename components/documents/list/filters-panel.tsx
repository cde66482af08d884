import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useId, useTransition } from "react";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import { TextInput } from "@/components/ui/text-input";
import { dashboardStates } from "@/lib/file-views/dashboard-choices";
import { filterNames, withoutFilters } from "./active-filters";
import { documentsHref, type DocumentsPlace, type ListPlace } from "./documents-href";

/** What the list may be narrowed to. Without scripts it is a form like any other. */
export function FiltersPanel({ id, tab, order, filters }: ListPlace & { id: string }) {
  const words = useTranslations("documents.filters");
  const router = useRouter();
  const heading = useId();
  const [isBusy, startGoing] = useTransition();

  function go(next: NonNullable<DocumentsPlace["filters"]>) {
    startGoing(() => router.push(documentsHref({ tab, filters: next, order }), { scroll: false }));
  }

  function apply(data: FormData) {
    const chosen = filterNames.map((name) => [name, textOf(data.get(name))] as const);
    go({ q: filters.q, ...Object.fromEntries(chosen), zone: Intl.DateTimeFormat().resolvedOptions().timeZone });
  }

  return (
    <section id={id} aria-labelledby={heading} className="mb-4 rounded-card border border-hairline bg-surface p-4">
      <h2 id={heading} className="sr-only">
        {words("title")}
      </h2>
      <form action={apply}>
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          <Select
            label={words("state")}
            name="state"
            defaultValue={filters.state}
            options={[
              { value: "", label: words("any") },
              ...dashboardStates.map((state) => ({ value: state, label: words(`states.${state}`) })),
            ]}
          />
          <TextInput
            label={words("signer")}
            name="signer"
            defaultValue={filters.signer}
            maxLength={255}
            autoComplete="off"
            placeholder={words("signerHint")}
          />
          <Select
            label={words("by")}
            name="by"
            defaultValue={filters.by}
            options={[
              { value: "", label: words("anybody") },
              ...(["me", "others"] as const).map((by) => ({ value: by, label: words(`byWhom.${by}`) })),
            ]}
          />
          <TextInput label={words("from")} name="from" type="date" defaultValue={filters.from} />
          <TextInput label={words("to")} name="to" type="date" defaultValue={filters.to} />
          <Select
            label={words("due")}
            name="due"
            defaultValue={filters.due}
            options={[
              { value: "", label: words("any") },
              { value: "soon", label: words("soon") },
            ]}
          />
        </div>
        <div className="mt-4 flex flex-wrap justify-end gap-2">
          <Button variant="quiet" onClick={() => go(withoutFilters(filters))}>
            {words("clear")}
          </Button>
          <Button type="submit" variant="primary" busy={isBusy}>
            {words("apply")}
          </Button>
        </div>
      </form>
    </section>
  );
}

function textOf(value: FormDataEntryValue | null): string {
  return typeof value === "string" ? value.trim() : "";
}
