/** Why a key service made no signature. `service` is its name in texts, such as "AWS KMS". */
export type KeyServiceFault =
  /** `status` is that of HTTP. `serviceCode` is the service's own, such as CKR_PIN_INCORRECT; "" without one. */
  | { code: "refused"; service: string; status: number | null; serviceCode: string }
  | { code: "unavailable"; service: string; status: number }
  | { code: "timeout"; service: string; ms: number }
  /** `systemCode` is such as ECONNREFUSED. */
  | { code: "unreachable"; service: string; systemCode: string }
  | { code: "ended"; service: string; signal: string }
  | { code: "no_such_key"; service: string }
  | { code: "queue_full"; service: string }
  | { code: "answer_unreadable"; service: string }
  | { code: "member_missing"; service: string; member: string }
  | { code: "other_key"; service: string }
  | { code: "other_key_id"; service: string }
  | { code: "other_version"; service: string; version: string }
  | { code: "algorithm_unfit"; service: string }
  | { code: "damaged_in_transit"; service: string }
  | { code: "signature_malformed" }
  | { code: "signature_not_confirmed" }
  | { code: "tool_missing" }
  | { code: "tool_failed"; systemCode: string }
  | { code: "token_file_empty" }
  | { code: "credentials_unreadable" };

/**
 * The message, for logs and for an operator, contains no credentials, no URL, and nothing from the service except its
 * error code.
 */
export class KeyServiceError extends Error {
  override readonly name = "KeyServiceError";

  constructor(readonly fault: KeyServiceFault) {
    super(keyFaultText(fault));
  }
}

export function keyFaultText(fault: KeyServiceFault): string {
  switch (fault.code) {
    case "refused":
      return `${fault.service} refused (${[fault.status ?? "", fault.serviceCode].join(" ").trim()})`;
    case "unavailable":
      return `${fault.service} is not available (${fault.status})`;
    case "timeout":
      return `${fault.service} did not answer within ${fault.ms / 1000} s`;
    case "unreachable":
      return `${fault.service} cannot be reached (${fault.systemCode})`;
    case "ended":
      return `${fault.service} was ended by ${fault.signal}`;
    case "no_such_key":
      return `${fault.service} has no such token or key`;
    case "queue_full":
      return `too many signatures wait for ${fault.service}`;
    case "answer_unreadable":
      return `the answer of ${fault.service} cannot be read`;
    case "member_missing":
      return `the answer of ${fault.service} has no ${fault.member}`;
    case "other_key":
      return `the key in ${fault.service} does not belong to the certificate`;
    case "other_key_id":
      return `${fault.service} returned the identifier of another key`;
    case "other_version":
      return `${fault.service} returned no signature of version ${fault.version}`;
    case "algorithm_unfit":
      return `${fault.service}: the key version's algorithm must be EC_SIGN_P256_SHA256 or RSA_SIGN_PKCS1_…_SHA256`;
    case "damaged_in_transit":
      return `${fault.service}: according to the checksum, the digest or the signature was damaged on the way`;
    case "signature_malformed":
      return "the signature is not one of ECDSA with P-256";
    case "signature_not_confirmed":
      return "the certificate does not confirm the signature";
    case "tool_missing":
      return "pkcs11-tool is not installed (Debian: apt-get install opensc)";
    case "tool_failed":
      return `pkcs11-tool does not start (${fault.systemCode})`;
    case "token_file_empty":
      return "VAULT_TOKEN_FILE contains no token";
    case "credentials_unreadable":
      return "GOOGLE_APPLICATION_CREDENTIALS is not the path of a file with the key of a service account";
  }
}
