import { createPublicKey, type KeyObject } from "node:crypto";
import { KeyServiceError } from "@/lib/x509/signing-key";

/** Throws KeyServiceError when the service's key is not the certificate's. */
export function assertSameKey(service: string, found: KeyObject, expected: KeyObject): void {
  if (!found.equals(expected)) throw notItsKey(service);
}

export function notItsKey(service: string): KeyServiceError {
  return new KeyServiceError(`the key that ${service} keeps does not belong to the certificate`);
}

/** Throws KeyServiceError for an invalid public key. */
export function readPublicKey(service: string, input: Parameters<typeof createPublicKey>[0]): KeyObject {
  try {
    return createPublicKey(input);
  } catch {
    throw new KeyServiceError(`${service} answered a public key that cannot be read`);
  }
}
