/** One JSON object, piece by piece: the members of `whole`, then each list, an item at a time. `whole` has at least one member. */
export async function* jsonPieces(
  whole: object,
  lists: Readonly<Record<string, AsyncIterable<unknown>>>,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(JSON.stringify(whole, null, 1).replace(/\n}$/, ""));
  for (const [name, items] of Object.entries(lists)) {
    yield Buffer.from(`,\n ${JSON.stringify(name)}: [`);
    let separator = "\n  ";
    for await (const item of items) {
      yield Buffer.from(`${separator}${JSON.stringify(item)}`);
      separator = ",\n  ";
    }
    yield Buffer.from("\n ]");
  }
  yield Buffer.from("\n}\n");
}
