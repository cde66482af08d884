import { useTranslations } from "next-intl";
import { Time } from "@/components/ui/time";
import type { SignerWire } from "@/lib/file-views/schema";

/** What kind of signature it is, and whether a time-stamping authority has seen it. */
export function SignatureDetails({ signature }: { signature: NonNullable<SignerWire["signature"]> }) {
  const words = useTranslations("documents.document.signature");
  const { level, timestamp } = signature;
  return (
    <details className="text-ui text-muted">
      <summary className="min-h-6 w-fit">{words("summary")}</summary>
      <p className="mt-1">{words("level", { level })}</p>
      <p>{timestamp ? words.rich("timestamp", { time: () => <Time at={timestamp} /> }) : words("noTimestamp")}</p>
    </details>
  );
}
