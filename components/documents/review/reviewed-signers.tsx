import { useTranslations } from "next-intl";
import { Card } from "@/components/ui/card";
import { SignerMark } from "@/components/ui/signer-mark";
import { Time } from "@/components/ui/time";
import type { FileWire } from "@/lib/file-views/schema";

/** Who will sign, how, and until when. */
export function ReviewedSigners({ signers, expiresAt }: Pick<FileWire, "signers" | "expiresAt">) {
  const words = useTranslations("documents.review");
  const form = useTranslations("documents.signers");
  return (
    <Card title={form("heading")}>
      <ol className="flex flex-col gap-3">
        {signers.map((signer, index) => (
          <li key={signer.signRequestId} className="flex items-center gap-3">
            <SignerMark number={index + 1} size={28} />
            <div className="min-w-0">
              <p className="font-medium wrap-anywhere">
                <bdi>{signer.displayName}</bdi>
              </p>
              <p className="text-ui wrap-anywhere text-muted">
                {signer.email !== signer.displayName && `${signer.email} · `}
                {form(`methods.${signer.signMethod}`)}
              </p>
            </div>
          </li>
        ))}
      </ol>
      <p className="mt-4 text-ui text-muted">
        {expiresAt === null
          ? words("standardDeadline")
          : words.rich("deadline", { time: () => <Time at={expiresAt} /> })}
      </p>
    </Card>
  );
}
