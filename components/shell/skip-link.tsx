import { useTranslations } from "next-intl";

export const contentId = "content";

/** The first stop of the Tab key on every page (WCAG 2.4.1). */
export function SkipLink() {
  const words = useTranslations("shell");
  return (
    <a
      href={`#${contentId}`}
      className="sr-only rounded-control bg-primary px-4 py-2 text-ui font-medium text-on-primary focus:not-sr-only focus:fixed focus:top-2 focus:start-2 focus:z-50"
    >
      {words("skipToContent")}
    </a>
  );
}
