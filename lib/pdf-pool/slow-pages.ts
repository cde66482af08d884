import { EngineTimeoutError } from "./engine-errors";

const firstRestMs = 60_000;
const longestRestMs = 3_600_000;
const mostPages = 1000;

interface SlowPage {
  until: number;
  restMs: number;
}

/**
 * Remembers pages that could not be drawn in time, so that asking again does not take a child's time again. A busy machine may be the
 * reason, so a page rests for a minute at first, and twice as long each time.
 */
export class SlowPages {
  private readonly pages = new Map<string, SlowPage>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Runs `draw`, unless this page outran its time a short while ago: then throws `EngineTimeoutError` at once. */
  async draw<Image>(page: string, limitMs: number, draw: () => Promise<Image>): Promise<Image> {
    const known = this.pages.get(page);
    if (known && this.now() < known.until) throw new EngineTimeoutError("render", limitMs);
    try {
      const image = await draw();
      this.pages.delete(page);
      return image;
    } catch (error) {
      if (error instanceof EngineTimeoutError) this.remember(page, known);
      throw error;
    }
  }

  private remember(page: string, known: SlowPage | undefined): void {
    const restMs = known ? Math.min(longestRestMs, known.restMs * 2) : firstRestMs;
    this.pages.delete(page);
    this.pages.set(page, { restMs, until: this.now() + restMs });
    const [oldest] = this.pages.keys();
    if (this.pages.size > mostPages && oldest !== undefined) this.pages.delete(oldest);
  }
}
