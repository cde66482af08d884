"use client";

import { useAttachments } from "@/components/signing/attachments/use-attachments";
import { FormField } from "@/components/signing/fields/form-field";
import { formRules } from "@/components/signing/fields/form-rules";
import { SigningPage, type SigningPageProps } from "./signing-page";

const form = { FormField, rules: formRules, useAttachments };

/** The signing page of a signer who has more to give than pictures. */
export function FormSigningPage(props: SigningPageProps) {
  return <SigningPage {...props} form={form} />;
}
