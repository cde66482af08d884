import { clsx } from "clsx";
import { signerColour } from "./signer-mark";

interface PersonAvatarProps {
  name: string;
  /**
   * The nth signer of a document, counted from 1, whose fields have the same colour. If omitted, the colour depends
   * on the name.
   */
  number?: number | undefined;
  /** In px. */
  size?: number | undefined;
  className?: string | undefined;
}

/** A person as initials on a colour. Decoration: the name is beside it or is its container's accessible name. */
export function PersonAvatar({ name, number, size = 28, className }: PersonAvatarProps) {
  return (
    <span
      aria-hidden
      translate="no"
      className={clsx(
        "inline-flex shrink-0 items-center justify-center rounded-pill font-semibold text-paper select-none forced-colors:border",
        className,
      )}
      style={{
        width: size,
        height: size,
        fontSize: Math.max(10, size * 0.4),
        lineHeight: 1,
        background: `var(${signerColour(number ?? colourNumber(name))})`,
      }}
    >
      {avatarLetters(name)}
    </span>
  );
}

/** First and last initial; a dot for a name without letters. */
export function avatarLetters(name: string): string {
  const letters = Array.from(initialsOf(name.replace(/@.*$/, "")).replaceAll(" ", ""));
  const [first = "•"] = letters;
  const last = letters.at(-1);
  return letters.length > 1 && last ? `${first}${last}` : first;
}

/** Always the same of six colours for a name, regardless of its case. */
export function colourNumber(name: string): number {
  let sum = 0;
  for (const character of name.trim().toLowerCase()) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 4093;
  return (sum % 6) + 1;
}

const mostInitials = 5;
/** The first letter of a word with its combining marks. */
const firstLetter = /\p{L}\p{M}*/u;
const startsSmall = /^[^\p{L}]*\p{Ll}/u;
const joinsItsLetters = /\p{Script=Arabic}/u;

/**
 * The initials of a name: "Ana Maria Silva" → "AMS". Skips lower-case words between capitalised ones ("de", "van")
 * and words without letters; at most five. Arabic letters are separated by a space, because they would otherwise join
 * into a word.
 */
export function initialsOf(name: string): string {
  const words = name
    .normalize("NFC")
    .split(/[\s\p{Pd}]+/u)
    .filter((word) => firstLetter.test(word));
  const main = words.filter((word) => !startsSmall.test(word));
  const letters = (main.length > 0 ? main : words).slice(0, mostInitials).map(initialOf);
  return letters.join(letters.some((letter) => joinsItsLetters.test(letter)) ? " " : "");
}

function initialOf(word: string): string {
  return (firstLetter.exec(word)?.[0] ?? "").toUpperCase();
}
