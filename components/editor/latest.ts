/** Holds what was drawn last, for acts that stay the same functions. */
export interface Latest<Value> {
  read: () => Value;
  write: (value: Value) => void;
}

export function latest<Value>(value: Value): Latest<Value> {
  let held = value;
  return {
    read: () => held,
    write: (next) => {
      held = next;
    },
  };
}
