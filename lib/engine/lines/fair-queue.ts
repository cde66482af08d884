/** The caller and the file of a job. Callers take turns, and so do the files of one caller. */
export interface Turn {
  caller: string;
  file: string;
  /** Aborts when the caller leaves: a job that still waits is dropped. */
  left?: AbortSignal | undefined;
  /** A job that has waited for this long is refused; it waits for as long as it takes when left out. */
  mostWaitMs?: number;
}

/** A queue in which callers take turns, then the files of a caller: thirty jobs of one delay the next job of another by one job only. */
export class FairQueue<Item> {
  private readonly callers = new Map<string, Map<string, Item[]>>();
  private count = 0;

  get size(): number {
    return this.count;
  }

  sizeOf(caller: string): number {
    return [...(this.callers.get(caller)?.values() ?? [])].reduce((sum, items) => sum + items.length, 0);
  }

  push({ caller, file }: Turn, item: Item): void {
    const files = this.callers.get(caller) ?? new Map<string, Item[]>();
    this.callers.set(caller, files);
    const items = files.get(file);
    if (items) items.push(item);
    else files.set(file, [item]);
    this.count += 1;
  }

  shift(): Item | undefined {
    const [first] = this.callers;
    if (!first) return undefined;
    const [caller, files] = first;
    const item = shiftFile(files);
    this.callers.delete(caller);
    if (files.size > 0) this.callers.set(caller, files);
    this.count -= 1;
    return item;
  }

  remove({ caller, file }: Turn, item: Item): void {
    const files = this.callers.get(caller);
    const items = files?.get(file);
    const at = items?.indexOf(item) ?? -1;
    if (!files || !items || at < 0) return;
    items.splice(at, 1);
    this.count -= 1;
    if (items.length === 0) files.delete(file);
    if (files.size === 0) this.callers.delete(caller);
  }
}

/** The oldest job of the file whose turn it is. */
function shiftFile<Item>(files: Map<string, Item[]>): Item | undefined {
  const [first] = files;
  if (!first) return undefined;
  const [file, items] = first;
  const item = items.shift();
  files.delete(file);
  if (items.length > 0) files.set(file, items);
  return item;
}
