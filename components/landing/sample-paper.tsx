import { signerColour, signerPattern } from "@/components/ui/signer-mark";

const lines = ["w-11/12", "w-full", "w-10/12", "w-full", "w-7/12"];

/** A drawn sheet with one box signed and one that waits. Decoration: the words beside it say the same. */
export function SamplePaper() {
  return (
    <div aria-hidden className="mx-auto w-full max-w-88 bg-paper p-8 text-paper-ink shadow-paper forced-colors:border sm:p-10">
      <div className="h-3 w-1/2 rounded-pill bg-paper-ink opacity-80" />
      <div className="mt-7 flex flex-col gap-3">
        {lines.map((width, index) => <div key={index} className={`h-1.5 rounded-pill bg-paper-muted opacity-20 ${width}`} />)}
      </div>
      <div className="mt-6 flex flex-col gap-3">
        {lines.slice(1, 4).map((width, index) => <div key={index} className={`h-1.5 rounded-pill bg-paper-muted opacity-20 ${width}`} />)}
      </div>
      <div className="mt-10 grid grid-cols-2 gap-4">
        <Box number={1}>
          <svg viewBox="0 0 120 44" fill="none" className="h-full w-full">
            <path
              d="M8 33C14 14 22 6 25 10c4 5-10 22-8 23 3 1 11-15 15-14 3 1-3 11 0 12 4 1 8-11 12-11 3 0-1 10 2 10 5 0 9-20 14-22 3-1-6 21-2 22 3 1 7-9 10-9s0 8 3 8c5 0 8-9 16-12M12 39c28-5 66-6 98-3"
              stroke="currentColor" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round"
            />
          </svg>
        </Box>
        <Box number={2} />
      </div>
    </div>
  );
}

function Box({ number, children }: { number: number; children?: React.ReactNode }) {
  const colour = `var(${signerColour(number)})`;
  return (
    <div className="relative h-16 p-1.5" style={{ border: `1.5px ${signerPattern(number)} ${colour}`, background: `color-mix(in srgb, ${colour} 8%, transparent)` }}>
      {children}
      <span className="absolute -top-2.5 -left-2.5 inline-flex size-5 items-center justify-center rounded-pill text-[12px] font-semibold text-paper" style={{ background: colour }}>{number}</span>
    </div>
  );
}
