/**
 * Processes items concurrently, starting in order and yielding in order of completion. An unexpected error includes the
 * item's name.
 */
export async function inLanes<Item extends { id: string }, Answer>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<Answer>,
  lanes = 3,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  const queue = items[Symbol.iterator]();
  const lane = async (): Promise<void> => {
    for (let next = queue.next(); !next.done; next = queue.next()) {
      const { value } = next;
      answers.push(
        await work(value).catch((error: unknown) => {
          throw new Error(`${value.id}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
        }),
      );
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return answers;
}
