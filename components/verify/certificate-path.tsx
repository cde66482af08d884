import { useTranslations } from "next-intl";
import { Time } from "@/components/ui/time";
import { commonName } from "./common-name";
import type { SignatureRecord } from "./verification";

/** The certificates from the signer's to the last one that was found. */
export function CertificatePath({ certificates }: { certificates: SignatureRecord["certificates"] }) {
  const words = useTranslations("verify.facts");
  if (certificates.length === 0) return words("pathNone");
  return (
    <ol className="flex flex-col gap-2">
      {certificates.map((certificate) => (
        <li key={certificate.sha256} className="min-w-0 border-s-2 border-control ps-3">
          <p className="font-medium wrap-anywhere">
            <bdi>{commonName(certificate.subject)}</bdi>
          </p>
          <p className="text-caption text-muted">
            <Time at={certificate.notBefore} dayOnly /> – <Time at={certificate.notAfter} dayOnly />
          </p>
          <p className="text-caption wrap-anywhere text-muted">
            {words("serialNumber")} <code className="font-mono">{certificate.serialNumber}</code>
          </p>
          <p className="text-caption wrap-anywhere text-muted">
            {words("fingerprint")} <code className="font-mono">{certificate.sha256}</code>
          </p>
        </li>
      ))}
    </ol>
  );
}
