import { useTranslations } from "next-intl";
import { Time } from "@/components/ui/time";
import { isolate } from "@/lib/locale/isolate";
import type { LinkDocument } from "@/lib/signing/schema";

/** What the document is called, how long it is, and who sent it. */
export function DocumentFacts({ document, withDeadline = false }: { document: LinkDocument; withDeadline?: boolean }) {
  const words = useTranslations("signing.document");
  const { name, pages, sender, expiresAt } = document;
  return (
    <div className="rounded-control border border-hairline bg-canvas px-4 py-3 text-ui">
      <p className="font-medium wrap-anywhere">
        <bdi>{name}</bdi>
      </p>
      <p className="mt-0.5 wrap-anywhere text-muted">
        {words("pages", { count: pages.length })} · {words("sender")}{" "}
        {words("senderLine", { name: isolate(sender.name), email: sender.email })}
      </p>
      {withDeadline && expiresAt && (
        <p className="mt-0.5 text-muted">{words.rich("deadline", { at: () => <Time at={expiresAt} /> })}</p>
      )}
    </div>
  );
}
