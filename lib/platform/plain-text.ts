/**
 * A human-readable name: no control characters (C0, C1), no line separators, and no marks that override, embed or
 * isolate the text direction (U+202A to U+202E, U+2066 to U+2069), which can make one name look like another.
 * Right-to-left scripts do not need them.
 */
export const plainText = /^[^\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]*$/u;
export const plainTextRule = "must not contain control characters or marks that override the direction of writing";

/** Characters without a glyph: white space, zero-width characters, fillers, and the blank braille pattern. */
const onlyInvisible = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/**
 * A name as it is stored. Marks that only hint at a direction (U+200E, U+200F, U+061C) are often copied along with a
 * name and are removed, so that equal names compare as equal. A name that shows nothing becomes empty.
 */
export function cleanName(name: string): string {
  return onlyInvisible.test(name) ? "" : name.replace(/[\u200E\u200F\u061C]/g, "");
}

/** An address, as `input type=email` of the HTML standard has it (4.10.5.1.5): no quoted local part, no comments, ASCII. */
export const emailPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

/** In characters. RFC 5321, section 4.5.3.1.3, allows 256 for a path, which includes its angle brackets. */
export const longestEmail = 254;

/** An address as it is stored and compared. Every mail server in use ignores case. */
export function normaliseEmail(address: string): string {
  return address.trim().toLowerCase();
}

/** "Lease.pdf" becomes "Lease". Other endings stay. */
export function withoutPdfEnding(name: string): string {
  return name.replace(/\.pdf$/i, "");
}

/** The LIKE pattern that finds a text anywhere, with special characters escaped. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, "\\$&")}%`;
}

/**
 * The search for addresses takes quadratic time on one long word, and another server may send a megabyte of such text.
 */
const longestRead = 2000;

/**
 * A text that another server wrote, without anything that could be an address, a number, a code, a link or a token:
 * servers quote what they refuse, and a spam filter quotes the very link. Only its beginning is kept.
 */
export function withoutSecrets(text: string): string {
  return beginningOf(text)
    .replace(/\bhttps?:\/\/\S+/gi, "…")
    .replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, "…")
    .replace(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, "…")
    .replace(/[A-Za-z0-9_-]{24,}/g, "…")
    .replace(/\+?\d[\d\s-]{4,}\d/g, "…")
    .replace(/[\p{Cc}\p{Cs}\p{Cf}]+/gu, " ")
    .trim();
}

/** Without the last word, which may be the first half of an address or a link. */
function beginningOf(text: string): string {
  return text.length <= longestRead ? text : text.slice(0, longestRead).replace(/\S*$/, "");
}

/** `b…@x.org`: enough to recognise one's own address, not enough to learn someone else's. */
export function maskAddress(email: string): string {
  const at = email.lastIndexOf("@");
  if (at < 1) return "…";
  const [first = ""] = email;
  return `${first}…${email.slice(at)}`;
}

/** A person's name for strangers. An address used as the name, or inside it, is masked. */
export function maskName(name: string): string {
  return name.replace(/[^\s<>()[\],;:"@]+@[^\s<>()[\],;:"@]+/gu, maskAddress);
}
