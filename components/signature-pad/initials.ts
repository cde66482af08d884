const mostInitials = 5;
/** The first letter of a word with the marks that belong to it. */
const firstLetter = /\p{L}\p{M}*/u;
const startsSmall = /^[^\p{L}]*\p{Ll}/u;
const joinsItsLetters = /\p{Script=Arabic}/u;

/**
 * The initials of a name: "Ana Maria Silva" → "AMS". Words in small letters between capital ones ("de", "van") give none, words
 * without letters neither; at most five. Arabic letters are kept apart by a space, because side by side they would join to a word.
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
