/**
 * The first words of a certificate's organizational unit for a signature that required neither a code nor a signing password. Later
 * verification parses them, so never change them.
 */
export const withoutCodeWords = {
  mailed_link: "mailed link only, no code, clicked ",
  unmailed_link: "unmailed link only, no code, clicked ",
  account: "account log-in only, no code, clicked ",
} as const;

export type WithoutCodeProof = keyof typeof withoutCodeWords;

/**
 * Whether a certificate of this service states that no code and no signing password was required, and what served as proof instead. Null
 * for every other proof. The caller has checked that this service issued the certificate, because others may write anything.
 */
export function readWithoutCode(organizationalUnit: string | null): WithoutCodeProof | null {
  const names = Object.keys(withoutCodeWords) as WithoutCodeProof[];
  return names.find((name) => organizationalUnit?.startsWith(withoutCodeWords[name])) ?? null;
}
