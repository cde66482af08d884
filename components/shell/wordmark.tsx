import { clsx } from "clsx";
import { flourish } from "@/lib/platform/brand/mark";

/** The name with its flourish: a paraph is the stroke that ends a signature. */
export function Wordmark({ className }: { className?: string | undefined }) {
  return (
    <span
      dir="ltr"
      translate="no"
      className={clsx(
        "relative inline-block pb-1.5 text-h2 leading-none font-semibold tracking-tight text-ink",
        className,
      )}
    >
      Paraph
      <svg
        aria-hidden
        viewBox="0 0 120 26"
        className="absolute start-[-2%] -bottom-1 h-2.75 w-[104%] fill-primary forced-colors:fill-[CanvasText]"
        preserveAspectRatio="none"
      >
        <path d={flourish} />
      </svg>
    </span>
  );
}
