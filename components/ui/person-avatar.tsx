import { clsx } from "clsx";
import { initialsOf } from "./initials";
import { signerColour } from "./signer-mark";

interface PersonAvatarProps {
  name: string;
  /** The nth signer of a document, counted from 1, whose colour the fields have too. Left out: a colour that follows from the name. */
  number?: number | undefined;
  /** In px. */
  size?: number | undefined;
  className?: string | undefined;
}

/** A person as initials on a colour. Decoration: the name stands beside it or is its container's accessible name. */
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

/** The same of six for the same name everywhere, whatever its case. */
export function colourNumber(name: string): number {
  let sum = 0;
  for (const character of name.trim().toLowerCase()) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 4093;
  return (sum % 6) + 1;
}
