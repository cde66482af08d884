import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";

interface FoldProps {
  title: string;
  isOpen?: boolean;
  onOpen?: () => void;
  children: ReactNode;
}

/** A part of the details that most fields do not need. */
export function Fold({ title, isOpen = false, onOpen, children }: FoldProps) {
  return (
    <details
      className="group/fold"
      open={isOpen || undefined}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) onOpen?.();
      }}
    >
      <summary className="flex min-h-9 w-fit list-none items-center gap-1.5 rounded-control pe-2 text-ui font-medium">
        <ChevronDown aria-hidden className="size-4 transition-transform duration-120 not-group-open/fold:-rotate-90" />
        {title}
      </summary>
      <div className="mt-2 flex flex-col gap-3">{children}</div>
    </details>
  );
}
