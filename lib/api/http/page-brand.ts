import { cache } from "react";
import { readPageBrand } from "@/lib/administration/branding";
import type { PageBrand } from "@/lib/platform/brand/page-brand";
import { runtime } from "@/lib/runtime";

/** The brand of this page, read once per request. */
export const pageBrand = cache((): Promise<PageBrand> => readPageBrand(runtime().ctx));
