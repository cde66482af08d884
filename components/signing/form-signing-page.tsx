"use client";

import { useAttachments } from "@/components/signing/attachments/use-attachments";
import { formRules } from "@/components/signing/fields/field-state";
import { FormField } from "@/components/signing/fields/form-field";
import { SigningPage, type SigningPageProps } from "./signing-page";

const form = { FormField, rules: formRules, useAttachments };

/** The signing page of a signer who has more to give than pictures. */
export function FormSigningPage(props: SigningPageProps) {
  return <SigningPage {...props} form={form} />;
}
