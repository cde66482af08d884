import { Skeleton } from "./progress";

const rowsPerCard = [6, 3];

/** Stands in for a column of cards with lists. */
export function CardsSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="flex max-w-240 flex-col gap-6">
      {rowsPerCard.map((rows, card) => (
        <div key={card} className="rounded-card border border-hairline bg-surface p-5">
          <Skeleton className="h-5 max-w-40" />
          <Skeleton className="mt-3 h-4 max-w-100" />
          <div className="mt-4 divide-y divide-hairline">
            {Array.from({ length: rows }, (_, row) => (
              <div key={row} className="flex items-center gap-4 py-4">
                <div className="min-w-0 flex-1">
                  <Skeleton className="h-4 max-w-60" />
                  <Skeleton className="mt-2 h-3 max-w-40" />
                </div>
                <Skeleton className="h-9 w-24" />
              </div>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}
