import { clsx } from "clsx";
import { flourish, type PageBrand } from "@/lib/platform/brand";

interface WordmarkProps {
  /** If omitted, the product's own brand. */
  brand?: Pick<PageBrand, "name" | "logoUrl"> | undefined;
  className?: string | undefined;
}

/**
 * The instance's logo or name; the product's own name has its flourish: a paraph is the stroke that ends a signature.
 */
export function Wordmark({ brand, className }: WordmarkProps) {
  if (brand?.logoUrl)
    return (
      <img
        src={brand.logoUrl}
        alt={brand.name ?? ""}
        decoding="async"
        className={clsx(
          // Logos are designed for white, so in dark mode they get a paper background.
          "h-8 w-auto max-w-16 object-contain sm:max-w-40 dark:rounded-control dark:bg-paper dark:p-1",
          className,
        )}
      />
    );
  if (brand?.name)
    return (
      <span
        translate="no"
        className={clsx(
          "max-w-20 truncate text-h2 sm:max-w-60 leading-none font-semibold tracking-tight text-ink",
          className,
        )}
      >
        <bdi>{brand.name}</bdi>
      </span>
    );
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
