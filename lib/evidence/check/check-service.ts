import type { VerificationReport } from "@/lib/pades/verify/report";
import type { ChainDocument } from "../schema";
import { sealOf } from "./seal-of";

/** No hash covers `service`; the certificate of the seal names the host of the instance at the time its keys were made. */
export function serviceNote({ service }: ChainDocument, document: VerificationReport | null): string {
  const organization = document && organizationIn(sealOf(document)?.record.signer?.subject ?? "");
  return organization !== null && organization === hostOf(service)
    ? `the host of ${service}, the service that chain.json names, is the one in the seal’s certificate; nothing vouches for the rest of the address`
    : `the service that chain.json names, ${service}, is not vouched for: no hash covers it, and the seal’s certificate does not name it`;
}

function organizationIn(subject: string): string | null {
  return /(?:^|, )O=([^,\\]+)(?:,|$)/.exec(subject)?.[1] ?? null;
}

function hostOf(service: string): string | null {
  return URL.canParse(service) ? new URL(service).hostname : null;
}
