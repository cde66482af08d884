/** Speed is averaged over this long, so that one slow packet does not make the estimate jump. */
const windowMs = 8000;
/** No estimate before this time. */
const minimumElapsedMs = 2000;

export type OnTransfer = (loaded: number, total: number) => number | null;

/** Follows one upload: takes each progress in bytes, and returns the seconds that are left; null until there is an estimate. `now` in milliseconds. */
export function followTransfer(now: () => number = () => performance.now()): OnTransfer {
  let samples: { at: number; loaded: number }[] = [];
  return (loaded, total) => {
    const at = now();
    samples = [...samples.filter((sample) => at - sample.at <= windowMs), { at, loaded }];
    const first = samples[0] ?? { at, loaded };
    const [elapsed, moved] = [at - first.at, loaded - first.loaded];
    if (elapsed < minimumElapsedMs || moved <= 0) return null;
    return ((total - loaded) * elapsed) / moved / 1000;
  };
}

export type RoundedTime = { unit: "moment" } | { unit: "seconds" | "minutes" | "hours"; count: number };

/** Rounds up to what people say: "a few seconds", tens of seconds, minutes, hours. Counts down in steps, so that the text changes rarely. */
export function roundTimeLeft(seconds: number): RoundedTime {
  if (seconds <= 5) return { unit: "moment" };
  if (seconds <= 60) return { unit: "seconds", count: Math.ceil(seconds / 10) * 10 };
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? { unit: "minutes", count: minutes } : { unit: "hours", count: Math.ceil(minutes / 60) };
}
