/** The name in a distinguished name such as "CN=Ana Silva, O=Example"; the whole of it when it holds none. */
export function commonName(distinguishedName: string): string {
  const match = /(?:^|[,+;]\s*)CN=("(?:[^"\\]|\\.)*"|(?:[^,+;\\]|\\.)*)/i.exec(distinguishedName);
  const value = match?.[1]?.trim();
  if (!value) return distinguishedName;
  return value.replace(/^"(.*)"$/s, "$1").replace(/\\(.)/gs, "$1");
}
