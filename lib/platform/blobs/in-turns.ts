/**
 * Maps over items with at most `atOnce` in progress, and returns results in order. After the first error no new item is
 * started, and the error is thrown once the items in progress have settled.
 */
export async function inTurns<Item, Value>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Value>,
): Promise<Value[]> {
  const values: Value[] = [];
  const queue = items.entries();
  let hasFailed = false;
  const lane = async (): Promise<void> => {
    for (const [index, item] of queue) {
      if (hasFailed) return;
      values[index] = await work(item);
    }
  };
  const lanes = Array.from({ length: Math.min(atOnce, items.length) }, () =>
    lane().catch((error: unknown) => {
      hasFailed = true;
      throw error;
    }),
  );
  const ended = await Promise.allSettled(lanes);
  for (const lane of ended) if (lane.status === "rejected") throw lane.reason;
  return values;
}
