/** The name in a distinguished name such as "CN=Ana Silva, O=Example"; the whole of it when it holds none. */
export function commonName(distinguishedName: string): string {
  return attributeOf(distinguishedName, "CN") ?? distinguishedName;
}

/** What a certificate of this service says its signer showed, such as "mailbox access, code entered 2027-03-12 12:01:07Z"; it stands in OU. */
export function proofIn(distinguishedName: string): string | null {
  return attributeOf(distinguishedName, "OU");
}

function attributeOf(distinguishedName: string, type: "CN" | "OU"): string | null {
  const match = new RegExp(String.raw`(?:^|[,+;]\s*)${type}=("(?:[^"\\]|\\.)*"|(?:[^,+;\\]|\\.)*)`, "i").exec(
    distinguishedName,
  );
  const value = match?.[1]?.trim();
  return value ? value.replace(/^"(.*)"$/s, "$1").replace(/\\(.)/gs, "$1") : null;
}
