import { useTranslations } from "next-intl";
import { signerColour, SignerMark, signerPattern } from "@/components/ui/signer-mark";
import type { FileWire } from "@/lib/file-views/schema";

type Element = FileWire["visibleElements"][number];

export interface ThumbnailPage {
  page: number;
  width: number;
  height: number;
}

interface PageThumbnailsProps {
  uuid: string;
  pages: readonly ThumbnailPage[];
  elements: readonly Element[];
  /** Numbers of the signers, by id. */
  numbers: ReadonlyMap<number, number>;
}

const widthPx = 120;

/** The pages that carry boxes, small, with the boxes on them; of a document without boxes the first page. */
export function PageThumbnails({ uuid, pages, elements, numbers }: PageThumbnailsProps) {
  const words = useTranslations("documents.review");
  const onPage = (page: number) => elements.filter((element) => element.coordinates.page === page);
  const shown = pages.filter(({ page }) => onPage(page).length > 0 || (elements.length === 0 && page === 1));
  return (
    <ul className="flex gap-4 overflow-x-auto pb-2" tabIndex={0} aria-label={words("pages")}>
      {shown.map((page) => (
        <li key={page.page} className="shrink-0" style={{ width: widthPx }}>
          <div
            className="relative overflow-hidden border border-hairline bg-paper"
            style={{ aspectRatio: `${page.width} / ${page.height}` }}
          >
            {/* eslint-disable-next-line @next/next/no-img-element -- Next's image service asks without the session, and keeps what it got. */}
            <img
              src={`/api/v1/file/${uuid}/pages/${page.page}/image?width=160&format=webp`}
              alt=""
              loading="lazy"
              decoding="async"
              className="absolute inset-0 size-full"
            />
            {onPage(page.page).map((element) => (
              <PlacedBox
                key={element.elementId}
                page={page}
                element={element}
                number={numbers.get(element.signRequestId) ?? 1}
              />
            ))}
          </div>
          <p className="mt-1.5 text-caption text-muted">{words("page", { page: page.page, total: pages.length })}</p>
          <ul className="mt-1 flex flex-wrap gap-1">
            {countsOf(onPage(page.page), numbers).map(([number, count]) => (
              <li key={number} className="flex items-center gap-1 text-caption">
                <SignerMark number={number} size={18} />
                <span className="sr-only">{words("signerBoxes", { number })} </span>
                {words("boxCount", { count })}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

function PlacedBox({
  page,
  element: { coordinates },
  number,
}: {
  page: ThumbnailPage;
  element: Element;
  number: number;
}) {
  const percent = (share: number) => `${share * 100}%`;
  return (
    <span
      aria-hidden
      className="absolute"
      style={{
        left: percent(coordinates.left / page.width),
        top: percent(coordinates.top / page.height),
        width: percent(coordinates.width / page.width),
        height: percent(coordinates.height / page.height),
        border: `1.5px ${signerPattern(number)} var(${signerColour(number)})`,
        background: `color-mix(in srgb, var(${signerColour(number)}) 20%, transparent)`,
      }}
    />
  );
}

/** Numbers of the signers with boxes here, and how many each has. */
function countsOf(
  elements: readonly Element[],
  numbers: ReadonlyMap<number, number>,
): [number: number, count: number][] {
  const counts = new Map<number, number>();
  for (const { signRequestId } of elements) {
    const number = numbers.get(signRequestId) ?? 1;
    counts.set(number, (counts.get(number) ?? 0) + 1);
  }
  return [...counts].sort(([left], [right]) => left - right);
}
