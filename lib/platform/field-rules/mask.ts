const digit = /^\p{Nd}$/u;
const letter = /^\p{L}$/u;

/** Whether a character of a mask stands for one that is typed. */
function isSlot(sign: string): boolean {
  return sign === "0" || sign === "A" || sign === "*";
}

function fits(slot: string, character: string): boolean {
  return (slot !== "A" && digit.test(character)) || (slot !== "0" && letter.test(character));
}

/** Whether a mask has anything to type. */
export function hasSlots(mask: string): boolean {
  return [...mask].some(isSlot);
}

/**
 * A text in the form of the mask: signs of the mask that were not typed are added, as far as the text goes. Null where a character does not fit, or
 * is one too many.
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
      // A separator of another kind, such as a space where the mask has a point, says nothing.
      continue;
    } else {
      return null;
    }
    at += 1;
  }
  return written;
}

/** Whether the text, in the form of the mask, fills all of it. */
export function fillsMask(mask: string, written: string): boolean {
  const signs = [...mask];
  const last = signs.findLastIndex(isSlot);
  return [...written].length > last;
}

/** In the form of the mask with what follows its last slot, where the text fills it; else as far as it goes. */
export function completeMask(mask: string, written: string): string {
  const signs = [...mask];
  return fillsMask(mask, written) ? written + signs.slice([...written].length).join("") : written;
}
