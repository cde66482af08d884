import type { KeyObject } from "node:crypto";
import type { RemoteKeyPlace } from "@/lib/platform/key-places";
import type { DigestSigner } from "@/lib/x509/signing-key";

/**
 * Finds the key and compares it with the certificate's. Each adapter is loaded only where it is wanted. Throws KeyServiceError for a key
 * that is not the certificate's, and for a service that does not answer or refuses.
 */
export async function openRemoteKey(place: RemoteKeyPlace, expected: KeyObject): Promise<DigestSigner> {
  switch (place.kind) {
    case "pkcs11":
      return (await import("./pkcs11")).openPkcs11(place, expected);
    case "awskms":
      return (await import("./aws-kms")).openAwsKms(place, expected);
    case "gcpkms":
      return (await import("./google-kms")).openGoogleKms(place, expected);
    case "azurekv":
      return (await import("./azure-key-vault")).openAzureKeyVault(place, expected);
    case "vault":
      return (await import("./vault-transit")).openVaultTransit(place, expected);
  }
}
