import { useTranslations } from "next-intl";
import { Skeleton } from "@/components/ui/skeleton";

const rows = 5;

/** Holds the place of the tabs and of the list while they are read. */
export function ListSkeleton() {
  const words = useTranslations("documents.list");
  return (
    <div role="status" aria-label={words("loading")}>
      <Skeleton className="mb-4 h-10 max-w-120" />
      <Skeleton className="mb-4 h-9 sm:max-w-80" />
      <div className="divide-y divide-hairline rounded-card border border-hairline bg-surface">
        {Array.from({ length: rows }, (_, index) => (
          <div key={index} className="flex items-center gap-4 px-5 py-5">
            <div className="min-w-0 flex-1">
              <Skeleton className="h-4 max-w-60" />
              <Skeleton className="mt-2 h-3 max-w-40" />
            </div>
            <Skeleton className="hidden h-6 w-24 sm:block" />
            <Skeleton className="h-9 w-28" />
          </div>
        ))}
      </div>
    </div>
  );
}
