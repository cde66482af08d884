import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { Time } from "@/components/ui/time";
import { config } from "@/lib/platform/config";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("accessibility"))("title") };
}

/** The accessibility statement, linked from every footer. */
export default function AccessibilityPage() {
  return <AccessibilityStatement contact={config().contactEmail} />;
}

/** Date of the last review against the product. */
const reviewedAt = "2026-11-22T00:00:00Z";
const tested = ["axe", "keyboard", "focus", "targets", "structure", "text", "motion", "codes"] as const;
const limits = ["documents", "pdf", "drawing", "readers", "programs"] as const;

/**
 * Conformance of the pages, test methods and known limitations. `contact` is null if the operator has configured none.
 */
function AccessibilityStatement({ contact }: { contact: string | null }) {
  const t = useTranslations("accessibility");
  return (
    <article className="mx-auto max-w-180">
      <h1 className="text-h1 font-semibold">{t("title")}</h1>
      <p className="mt-3 text-reading text-muted">{t("lead")}</p>
      <Part heading={t("standard.heading")}>
        <p>{t("standard.body")}</p>
      </Part>
      <Part heading={t("tested.heading")}>
        <Lines texts={tested.map((name) => t(`tested.${name}`))} />
      </Part>
      <Part heading={t("limits.heading")}>
        <Lines texts={limits.map((name) => t(`limits.${name}`))} />
      </Part>
      <Part heading={t("contact.heading")}>
        <p className="wrap-anywhere">
          {contact === null
            ? t("contact.none")
            : t.rich("contact.mail", {
                email: contact,
                mail: (text) => (
                  <a href={`mailto:${contact}`} className="text-primary underline hover:text-primary-hover">
                    {text}
                  </a>
                ),
              })}
        </p>
      </Part>
      <p className="mt-10 border-t border-hairline pt-4 text-caption text-muted">
        {t.rich("updated", { day: () => <Time at={reviewedAt} dayOnly /> })}
      </p>
    </article>
  );
}

function Part({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section className="mt-10">
      <h2 className="text-h2 font-semibold">{heading}</h2>
      <div className="mt-3">{children}</div>
    </section>
  );
}

function Lines({ texts }: { texts: readonly string[] }) {
  return (
    <ul className="flex list-disc flex-col gap-2.5 ps-5 marker:text-muted">
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
