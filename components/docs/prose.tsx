/** Words of the API description; what stands between backticks is code. */
export function Prose({ text }: { text: string }) {
  return text.split("`").map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <code key={index} className="font-mono text-[0.9em] wrap-anywhere text-ink">
        {part}
      </code>
    ),
  );
}
