import { clsx } from "clsx";

/** Says by its turning that work goes on; the words beside it say which. Under reduced motion it stands still as an open ring. */
export function Spinner({ className }: { className?: string | undefined }) {
  return (
    <svg aria-hidden viewBox="0 0 16 16" className={clsx("size-4 animate-spin", className)} fill="none">
      <circle cx="8" cy="8" r="6.5" stroke="currentColor" strokeOpacity="0.25" strokeWidth="2" />
      <path d="M14.5 8A6.5 6.5 0 0 0 8 1.5" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}
