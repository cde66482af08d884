/** A link that stands alone, with room for a finger. */
export const textLink = "inline-flex min-h-11 items-center font-medium text-primary underline underline-offset-2";
