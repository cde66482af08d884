/**
 * The words at the start of a certificate's organizational unit for a signature that needed neither a code nor a signing password. They are
 * read again by whoever verifies the signature, long after it was made: never change them.
 */
export const withoutCodeWords = {
  mailed_link: "mailed link only, no code, clicked ",
  unmailed_link: "unmailed link only, no code, clicked ",
  account: "account log-in only, no code, clicked ",
} as const;

export type WithoutCodeProof = keyof typeof withoutCodeWords;

/**
 * Whether a certificate of this service says that no code and no signing password was asked for, and what was shown instead; null for every
 * other proof. The caller has checked that this service issued the certificate: others may write anything.
 */
export function readWithoutCode(organizationalUnit: string | null): WithoutCodeProof | null {
  const names = Object.keys(withoutCodeWords) as WithoutCodeProof[];
  return names.find((name) => organizationalUnit?.startsWith(withoutCodeWords[name])) ?? null;
}
