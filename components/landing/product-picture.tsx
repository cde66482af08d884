import { clsx } from "clsx";

interface ProductPictureProps {
  /** Of public/pictures, which `npm run screenshots -- pictures` makes: NAME-light.webp and NAME-dark.webp. */
  name: string;
  alt: string;
  /** In px, as they stand on a page of usual density. */
  width: number;
  height: number;
  /** In sight when the page opens. */
  isFirst?: boolean;
  className?: string;
}

/** The product as it is, in the theme of the viewer. */
export function ProductPicture({ name, alt, width, height, isFirst = false, className }: ProductPictureProps) {
  return (
    <picture>
      <source srcSet={`/pictures/${name}-dark.webp`} media="(prefers-color-scheme: dark)" />
      <img
        src={`/pictures/${name}-light.webp`}
        alt={alt}
        width={width}
        height={height}
        decoding="async"
        loading={isFirst ? "eager" : "lazy"}
        fetchPriority={isFirst ? "high" : "auto"}
        className={clsx("h-auto w-full rounded-card border border-hairline bg-surface", className)}
      />
    </picture>
  );
}
