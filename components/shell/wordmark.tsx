import { clsx } from "clsx";

/** The name with one ink stroke under it: a paraph is the flourish that ends a signature. */
export function Wordmark({ className }: { className?: string | undefined }) {
  return (
    <span className={clsx("relative inline-block pb-1 text-h2 leading-none font-semibold tracking-tight text-ink", className)}>
      Paraph
      <svg aria-hidden viewBox="0 0 80 12" fill="none" className="absolute -bottom-1 left-0 h-2.5 w-full text-primary" preserveAspectRatio="none">
        <path d="M2 6.5C18 2.5 40 1.6 55 4.2c7.500 1.300 9 5.300 3.500 5.600C52 10.200 61 4.500 78 3.500" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />
      </svg>
    </span>
  );
}
