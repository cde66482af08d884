import { accessSync, constants } from "node:fs";
import path from "node:path";
import { z } from "zod";

export const converterVariables = {
  CONVERT_URL: z.url({ protocol: /^https?$/ }).optional(),
};

/** The converter for DOCX, ODT and RTF: a service with Gotenberg's interface, or LibreOffice on this machine. */
export type ConverterConfig = { kind: "url"; url: string } | { kind: "program"; path: string };

/** Null if there is none. */
export function converterOf(
  { CONVERT_URL }: { CONVERT_URL?: string | undefined },
  searchPath: string,
): ConverterConfig | null {
  if (CONVERT_URL !== undefined) return { kind: "url", url: CONVERT_URL.replace(/\/+$/, "") };
  const program = findSoffice(searchPath);
  return program === null ? null : { kind: "program", path: program };
}

const usualPlaces = ["/Applications/LibreOffice.app/Contents/MacOS"];

/** LibreOffice on the path, or where its macOS installer puts it. */
export function findSoffice(searchPath: string): string | null {
  const folders = [...searchPath.split(path.delimiter).filter((folder) => path.isAbsolute(folder)), ...usualPlaces];
  return folders.map((folder) => path.join(folder, "soffice")).find(isExecutable) ?? null;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
