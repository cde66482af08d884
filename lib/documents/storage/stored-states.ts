/** Whether the bytes of a document are there: all as written, some not found, or some other than they were written. */
export const storedStates = ["whole", "missing", "altered"] as const;
export type StoredState = (typeof storedStates)[number];
