const digit = /^\p{Nd}$/u;
const letter = /^\p{L}$/u;

/** Whether a mask character is a placeholder for a typed one. */
function isSlot(sign: string): boolean {
  return sign === "0" || sign === "A" || sign === "*";
}

function fits(slot: string, character: string): boolean {
  return (slot !== "A" && digit.test(character)) || (slot !== "0" && letter.test(character));
}

/** Whether a mask has any placeholder. */
export function hasSlots(mask: string): boolean {
  return [...mask].some(isSlot);
}

/**
 * A text in the form of the mask, with literal characters added where they were not typed, as far as the text goes.
 * Null if a character does not fit, or if there is one too many.
 */
export function applyMask(mask: string, text: string): string | null {
  const signs = [...mask];
  let [written, at] = ["", 0];
  for (const character of text.trim()) {
    while (at < signs.length && !isSlot(signs[at] ?? "") && signs[at] !== character) written += signs[at++] ?? "";
    const sign = signs[at];
    if (sign === undefined) return null;
    if (!isSlot(sign)) {
      written += sign;
    } else if (fits(sign, character)) {
      written += character;
    } else if (/^[\p{P}\p{S}\p{Z}]$/u.test(character)) {
      // A different separator, such as a space where the mask has a period, is ignored.
      continue;
    } else {
      return null;
    }
    at += 1;
  }
  return written;
}

/** Whether the text, in the form of the mask, fills it completely. */
export function fillsMask(mask: string, written: string): boolean {
  const signs = [...mask];
  const last = signs.findLastIndex(isSlot);
  return [...written].length > last;
}

/**
 * In the form of the mask, including what follows its last placeholder if the text fills it, otherwise as far as the
 * text goes.
 */
export function completeMask(mask: string, written: string): string {
  const signs = [...mask];
  return fillsMask(mask, written) ? written + signs.slice([...written].length).join("") : written;
}
