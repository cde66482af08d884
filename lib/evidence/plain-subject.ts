const separators = /,\s*(?=[A-Za-z][\w.-]*=)/;

/**
 * A distinguished name as it is stored ("OU=mailbox access\, code entered …, CN=Ana"), for people: without escapes. A value that holds
 * what separates values stands in quotation marks, so that nobody's name can show as two.
 */
export function plainSubject(distinguishedName: string): string {
  return splitUnescaped(distinguishedName).map(plainPart).join(", ");
}

function splitUnescaped(name: string): string[] {
  return name.split(new RegExp(`(?<!\\\\)${separators.source}`));
}

function plainPart(part: string): string {
  const at = part.indexOf("=");
  const value = part.slice(at + 1).replace(/\\(.)/gs, "$1");
  return `${part.slice(0, at + 1)}${/[,+;="\\]/.test(value) ? `"${value.replaceAll('"', "'")}"` : value}`;
}
