import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AccessibilityStatement } from "@/components/landing/accessibility-statement";
import { config } from "@/lib/platform/config";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("accessibility"))("title") };
}

/** The accessibility statement, linked from every footer. */
export default function AccessibilityPage() {
  return <AccessibilityStatement contact={config().contactEmail} />;
}
