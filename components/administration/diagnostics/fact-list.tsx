import { clsx } from "clsx";
import type { ReactNode } from "react";

export interface Fact {
  name: string;
  value: ReactNode;
  /** The name is a code, a variable or a table, which no language translates. */
  isCode?: boolean;
  /** The value is data, not text. */
  isData?: boolean;
}

/** Names and values in two columns; below each other on a phone where they do not fit. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="mt-1 divide-y divide-hairline">
      {facts.map(({ name, value, isCode = false, isData = false }) => (
        <div key={name} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 py-2 text-ui">
          <dt
            translate={isCode ? "no" : undefined}
            className={clsx("min-w-0 flex-1 basis-44 wrap-anywhere", isCode && "font-mono text-caption")}
          >
            {name}
          </dt>
          <dd
            dir="auto"
            translate={isData ? "no" : undefined}
            className="min-w-0 text-muted tabular-nums wrap-anywhere"
          >
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
