/** One row of the table: the measured quantity, its values, and the limit of docs/spec/interface.md#speed. */
export interface Figure {
  name: string;
  unit: "ms" | "KB" | "";
  /** Times and sizes must stay below it; a count may equal it. */
  target: number;
  values: readonly number[];
}

export function isMet(figure: Figure): boolean {
  return figure.unit === "" ? median(figure.values) <= figure.target : median(figure.values) < figure.target;
}

export function printFigures(figures: readonly Figure[]): void {
  console.log("\n| figure | target | median | all | met |\n|---|---|---|---|---|");
  for (const figure of figures) {
    const { name, unit, target, values } = figure;
    const show = (value: number): string =>
      `${value.toFixed(unit === "ms" && value >= 20 ? 0 : Number.isInteger(value) ? 0 : 3)}${unit && ` ${unit}`}`;
    console.log(
      `| ${name} | ${unit === "" ? "≤" : "<"} ${target}${unit && ` ${unit}`} | ${show(median(values))} | ${values.map((value) => show(value)).join(", ")} | ${isMet(figure) ? "yes" : "NO"} |`,
    );
  }
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The quantile `q` of the values. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * q) - 1)] ?? Number.NaN;
}

/** Five values, measured one after the other, because concurrent runs would affect each other. */
export async function fiveTimes<Value>(measure: (round: number) => Promise<Value>): Promise<Value[]> {
  const values: Value[] = [];
  for (let round = 0; round < 5; round++) values.push(await measure(round));
  return values;
}
