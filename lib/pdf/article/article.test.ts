import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { qpdfCheck } from "@/lib/pdf/testing/outside-tools";
import { readArticle } from "./read-article";
import { layOutArticle, writeArticle } from "./write-article";

const folder = mkdtempSync(path.join(tmpdir(), "paraph-article-"));
afterAll(() => rmSync(folder, { recursive: true }));

function write(text: string, type: "html" | "markdown"): Promise<Buffer> {
  const article = readArticle(Buffer.from(text), type);
  return layOutArticle(article, { title: article.title ?? "Text", createdAt: new Date("2026-11-20T12:00:00Z") });
}

function tool(name: string, pdf: Buffer, ...options: string[]): string {
  const file = path.join(folder, "article.pdf");
  writeFileSync(file, pdf);
  const output = name === "pdftotext" ? ["-"] : [];
  return execFileSync(name, [...options, file, ...output], { stdio: ["ignore", "pipe", "ignore"] }).toString();
}

/** Pixels of the first page that are not white. */
function inkOf(pdf: Buffer): number {
  const picture = execFileSync("pdftoppm", ["-r", "100", "-gray", "-l", "1"], { input: pdf });
  return picture.filter((shade) => shade < 128).length;
}

const markdown = `# Lease

Between **Ana** and *Bo*, as of 1 May. See [the rules](https://example.org/rules).

1. Rent is \`900 €\`.
2. Notice:
   - three months
   - in writing

| Item | Price |
|------|------:|
| Flat | 800   |
| Heat | 100   |

> Quoted

\`\`\`
  code
\`\`\`
`;

describe("an article", () => {
  test("of Markdown is valid, tagged in reading order and prints its addresses", async () => {
    const pdf = await write(markdown, "markdown");
    expect(qpdfCheck(pdf)).toBe(0);
    expect(tool("pdfinfo", pdf)).toMatch(/Tagged:\s+yes/);
    expect(tool("pdfinfo", pdf, "-struct-text")).toMatch(
      /H1[\s\S]*"Lease"[\s\S]*P[\s\S]*Ana[\s\S]*\bL\b[\s\S]*Lbl[\s\S]*"1\."[\s\S]*LBody[\s\S]*Table[\s\S]*TH[\s\S]*"Item"[\s\S]*TD[\s\S]*"Flat"[\s\S]*BlockQuote[\s\S]*Quoted[\s\S]*Code/,
    );
    expect(tool("pdftotext", pdf, "-layout")).toContain("the rules (https://example.org/rules)");
  });

  test("aligns a cell as Markdown's column, the cell or its row specifies, or else with its reading direction @exhaustive", async () => {
    const places = async (text: string, type: "html" | "markdown") => {
      const words = tool("pdftotext", await write(text, type), "-bbox").matchAll(/xMin="([\d.]+)".*>(.+)<\/word>/g);
      return Object.fromEntries([...words].map(([, left, word = ""]) => [word, Math.round(Number(left))]));
    };
    const table = (row: string) => places(`| Item | Item | Item |\n${row}\n| a | b | c |\n`, "markdown");
    const plain = await table("|---|---|---|");
    const aligned = await table("|:---|:---:|---:|");
    const shifts = ["a", "b", "c"].map((word) => (aligned[word] ?? 0) - (plain[word] ?? 0));
    expect(shifts[0]).toBe(0);
    expect(shifts[1]).toBeGreaterThan(50);
    expect(shifts[2]).toBeGreaterThan(1.8 * (shifts[1] ?? 0));
    const html = `<table><tr align="right"><td>a</td><td align="left">b</td><td style="color: red; text-align: right">c</td><td>אב</td></tr></table>`;
    const cells = await places(html, "html");
    const left = await places(html.replaceAll(/right|אב/g, "left"), "html");
    expect(["a", "b", "c"].map((word) => (cells[word] ?? 0) > (left[word] ?? 0))).toEqual([true, false, true]);
    const hebrew = await places("<table><tr><td>אב</td><td>c</td></tr></table>", "html");
    expect((hebrew["c"] ?? 0) - Math.max(hebrew["אב"] ?? 0, hebrew["בא"] ?? 0)).toBeLessThan(40);
  });

  test("of HTML loads nothing, runs nothing and shows a placeholder for omitted pictures", async () => {
    const pdf = await write(
      `<!doctype html><html lang="pt"><head><title>Contrato</title><style>p{color:red}</style><script>document.body.innerHTML="x"</script></head>
      <body><h1>Contrato</h1><p>Texto &amp; mais<br>linha</p><img src="http://127.0.0.1:1/x.png" alt="A logo"><iframe src="file:///etc/passwd"></iframe>
      <a href="javascript:alert(1)">aqui</a><p hidden>no</p></body></html>`,
      "html",
    );
    const text = tool("pdftotext", pdf);
    expect(text).toMatch(/Contrato\s+Texto & mais\s+linha\s+\[A logo\]\s*aqui/);
    expect(text).not.toMatch(/innerHTML|javascript|color:red|\bno\b/);
    expect(tool("pdfinfo", pdf)).toMatch(/Title:\s+Contrato/);
    expect(pdf.toString("latin1")).toContain("/Lang (pt)");
  });

  test("keeps the meaning of numbers, ticks, captions and deletions @exhaustive", async () => {
    const html = `<!doctype html><p>10<sup>6</sup> 5 m<sup>2</sup> H<sub>2</sub>O 1<sup>st</sup> x<sup>2a</sup> note<sup>[1]</sup> <q>said</q></p>
      <table><caption>Annex B</caption><tr><td>a</td></tr></table>
      <ol type="a"><li>one</li><li value="28">two</li></ol><ol type="I" start="4"><li>three</li></ol><ol reversed><li>x</li><li>y</li></ol>`;
    const text = tool("pdftotext", await write(html, "html"), "-layout");
    expect(text).toContain("10^6 5 m² H_2O 1st x^(2a) note[1] “said”");
    expect(text).toContain("Annex B");
    expect(text).toMatch(/a\.\s+one\s+ab\.\s+two\s+IV\.\s+three\s+2\.\s+x\s+1\.\s+y/);
    const tasks = tool("pdftotext", await write("- [ ] open\n- [x] done", "markdown"), "-layout");
    expect(tasks).toMatch(/\[ \] open\s+• \[x\] done/);
    const { blocks } = readArticle(Buffer.from("~~12~~ 24 months"), "markdown");
    expect(blocks).toMatchObject([{ content: [{ text: "12", isStruck: true }, { text: " 24 months" }] }]);
    const [plain, struck] = await Promise.all([write("12 24", "markdown"), write("~~12~~ 24", "markdown")]);
    expect(inkOf(struck)).toBeGreaterThan(inkOf(plain));
  });

  test("strikes through only the struck text in a right-to-left line @exhaustive", async () => {
    const html = (cell: string) => `<!doctype html><p>${cell}</p><table><tr><td>${cell}</td></tr></table>`;
    const [plain, digits, words, all] = await Promise.all(
      [
        "השכירות 1200 שקל חדש",
        "השכירות <del>1200</del> שקל חדש",
        "השכירות 1200 <del>שקל חדש</del>",
        "<del>השכירות 1200 שקל חדש</del>",
      ].map(async (line) => inkOf(await write(html(line), "html"))),
    );
    expect(digits).toBeGreaterThan(plain ?? Infinity);
    expect(words).toBeGreaterThan(digits ?? Infinity);
    expect(all).toBeGreaterThan(words ?? Infinity);
  });

  test("keeps text in any script", async () => {
    const texts = [
      ["Arabic", "محمد بن عبد الله"],
      ["Japanese", "やまだ太郎の契約書"],
      ["Greek", "Γιώργος **Παπαδόπουλος**"],
    ] as const;
    const whole = await write(texts.map(([, text]) => text).join("\n\n"), "markdown");
    const shown = tool("pdftotext", whole).replace(/[\s\u202a-\u202e\u2066-\u2069]/g, "");
    expect(texts.filter(([, text]) => !shown.includes(text.replace(/[\s*]/g, "")))).toEqual([]);
  });

  test("breaks long words across lines and long tables across pages @exhaustive", async () => {
    const rows = Array.from({ length: 200 }, (_, index) => `| ${index} | ${"w".repeat(120)} |`).join("\n");
    const pdf = await write(`${"W".repeat(500)}\n\n| a | b |\n|---|---|\n${rows}\n`, "markdown");
    expect(Number(/Pages:\s+(\d+)/.exec(tool("pdfinfo", pdf))?.[1])).toBeGreaterThan(4);
    expect(tool("pdftotext", pdf).replace(/[^W]/g, "")).toHaveLength(500);
  });

  test("refuses endlessly nested text", () => {
    expect(() => readArticle(Buffer.from("<blockquote>".repeat(300)), "html")).toThrow(
      expect.objectContaining({ code: "too_large" }),
    );
  });
});

test.each([
  ["rows than an argument list can hold @exhaustive", `<table>${"<tr><td>".repeat(200_000)}`],
  ["elements inside of each other than the stack can hold", `<pre>${"<x-a>".repeat(100_000)}`],
])("rejects a text with more %s as too large", async (_name, html) => {
  const writing = writeArticle(Buffer.from(html), { type: "html", title: "Lease", createdAt: new Date() });
  await expect(writing).rejects.toMatchObject({ name: "PdfError", code: "too_large" });
});
