/** Stands for Node's module in browsers, which have no Buffer. */
export const Buffer = undefined;
