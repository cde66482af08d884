import { maxOcspRequestBytes } from "@/lib/api/ocsp-body";
import { DomainError } from "@/lib/errors";
import { readCapped, refuseEncoding } from "./body-limits";

/** DER, as RFC 6960 appendix A.1 sends it. Throws `unsupported_media_type`, `too_large`. */
export async function readOcspBody(request: Request): Promise<Uint8Array> {
  if (!/^\s*application\/ocsp-request\s*$/i.test(request.headers.get("content-type") ?? "")) {
    throw new DomainError("unsupported_media_type", { detail: "Send the body as application/ocsp-request" });
  }
  refuseEncoding(request);
  return readCapped(request, maxOcspRequestBytes);
}
