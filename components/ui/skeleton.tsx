import { clsx } from "clsx";

/** Holds the place of what is coming, in its final size. It stays unseen for 150 ms, so that quick answers do not flicker. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return <div aria-hidden className={clsx("skeleton rounded-control bg-hairline", className)} />;
}
