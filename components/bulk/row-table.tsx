import { clsx } from "clsx";
import type { ReactNode } from "react";

/** Look of a cell of these tables. */
export const cell = "px-5 max-sm:px-2.5 max-sm:first:ps-5 py-2.5 text-start align-top";

interface RowTableProps {
  /** Names the region, which scrolls. */
  label: string;
  /** Key and content of each column's head. */
  columns: readonly { key: string; head: ReactNode }[];
  className?: string;
  /** On a phone each row is a block without heads of columns; its cells say where they go. */
  stacks?: boolean;
  children: ReactNode;
}

/** A table that fills its card to the edges and scrolls by itself, also by keyboard. */
export function RowTable({ label, columns, className, stacks = false, children }: RowTableProps) {
  return (
    <div
      role="region"
      aria-label={label}
      tabIndex={0}
      className={clsx("-mx-5 -mb-5 border-t border-hairline", className ?? "overflow-x-auto")}
    >
      <table className={clsx("w-full text-ui", stacks && "max-sm:block")}>
        <thead className={stacks ? "max-sm:sr-only" : undefined}>
          <tr className="text-caption text-muted">
            {columns.map(({ key, head }) => (
              <th key={key} scope="col" className={cell}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={stacks ? "max-sm:block" : undefined}>{children}</tbody>
      </table>
    </div>
  );
}
