import { CircleAlert, CircleCheck } from "lucide-react";
import type { ReactNode, Ref } from "react";

interface ChecklistItemProps {
  isDone: boolean;
  /** "Done" or "To do", for those who do not see the icon. */
  state: string;
  title: ReactNode;
  ref?: Ref<HTMLLIElement> | undefined;
  children?: ReactNode;
}

export function ChecklistItem({ isDone, state, title, ref, children }: ChecklistItemProps) {
  return (
    <li ref={ref} tabIndex={-1} className="flex gap-3 rounded-control px-1 py-2.5">
      {isDone ? (
        <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-success" />
      ) : (
        <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-danger" />
      )}
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">
          <span className="sr-only">{state}: </span>
          {title}
        </p>
        {children && <div className="mt-1 flex flex-col items-start gap-2 text-ui text-muted">{children}</div>}
      </div>
    </li>
  );
}
