import { expect, test } from "vitest";
import { readWebAddress, titleOfUrl } from "./new-document";

const title = (address: string) => titleOfUrl(new URL(address));

test("names a document from the web by its file, else by its host", () => {
  expect(title("https://files.example.org/a/Lease%202027.pdf?download=1")).toBe("Lease 2027");
  expect(title("https://files.example.org/")).toBe("files.example.org");
  expect(title("https://files.example.org/100%.pdf")).toBe("100%");
});

test("reads an address without a scheme as https and rejects anything that is not a web address", () => {
  expect(readWebAddress(" files.example.org/a.pdf ")?.href).toBe("https://files.example.org/a.pdf");
  expect(readWebAddress("http://files.example.org/a.pdf")?.protocol).toBe("http:");
  expect(["", "lease", "ftp://files.example.org/a.pdf", "file:///etc/passwd", "https://"].map(readWebAddress)).toEqual([
    null,
    null,
    null,
    null,
    null,
  ]);
});
