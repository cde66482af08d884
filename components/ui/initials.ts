const mostInitials = 5;
/** The first letter of a word with its combining marks. */
const firstLetter = /\p{L}\p{M}*/u;
const startsSmall = /^[^\p{L}]*\p{Ll}/u;
const joinsItsLetters = /\p{Script=Arabic}/u;

/**
 * The initials of a name: "Ana Maria Silva" → "AMS". Skips lower-case words between capitalised ones ("de", "van") and words without letters; at most five.
 * Arabic letters are separated by a space, because they would join to a word otherwise.
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
