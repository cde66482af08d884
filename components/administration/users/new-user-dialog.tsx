"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { FormProblem } from "@/components/account/form-problem";
import { logInOrThrow } from "@/components/account/log-in-or-throw";
import { useSubmit } from "@/components/account/use-submit";
import { violationOf } from "@/components/api/api-problem";
import { callApi } from "@/components/api/call";
import { useViolationWords } from "@/components/api/use-violation-words";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { PasswordInput } from "@/components/ui/password-input";
import { Select } from "@/components/ui/select";
import { TextInput } from "@/components/ui/text-input";
import { useToast } from "@/components/ui/toast";
import { roles } from "./user";

/** Makes an account and mails its owner a link to choose a password: nobody else ever knows it. */
export function NewUserDialog({ ownEmail, onClose }: { ownEmail: string; onClose: () => void }) {
  const words = useTranslations("administration.users");
  const say = useViolationWords();
  const shell = useTranslations("shell");
  const router = useRouter();
  const toast = useToast();
  const [values, setValues] = useState({ email: "", displayName: "", role: "requester", emailProved: false });
  const [password, setPassword] = useState("");
  const { isBusy, problem, onSubmit } = useSubmit(async () => {
    if (password !== "") await logInOrThrow(ownEmail, password);
    const { emailProved, ...rest } = values;
    const { id } = await callApi<{ id: number }>("POST", "/admin/users", {
      json: { ...rest, ...(emailProved ? { emailProved } : {}) },
    });
    await callApi("POST", `/admin/users/${id}/reset`);
    toast(words("made", { email: values.email }));
    router.refresh();
    onClose();
  });
  // Only an administrator can make administrators, with a password given a short while ago.
  const asksPassword = problem?.code === "reauth_required" || password !== "";
  const field = (name: "email" | "displayName") => ({
    name,
    label: words(name),
    required: true,
    autoComplete: "off",
    value: values[name],
    error: say(violationOf(problem, `/${name}`)),
    onChange: (event: { target: { value: string } }) => setValues({ ...values, [name]: event.target.value }),
  });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={words("new")} description={words("newBody")}>
      <form onSubmit={onSubmit} className="flex flex-col gap-4">
        <TextInput {...field("email")} type="email" maxLength={254} />
        <TextInput {...field("displayName")} maxLength={255} />
        <Select
          label={words("roleLabel")}
          value={values.role}
          options={roles.map((value) => ({ value, label: words(`role.${value}`) }))}
          onChange={(event) => setValues({ ...values, role: event.target.value })}
        />
        <Checkbox
          label={words("vouch")}
          hint={words("vouchHint")}
          checked={values.emailProved}
          onChange={(event) => setValues({ ...values, emailProved: event.target.checked })}
        />
        {asksPassword && (
          <PasswordInput
            label={shell("grave.password")}
            hint={shell("grave.passwordHint")}
            autoComplete="current-password"
            required
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
        {problem?.code !== "reauth_required" && <FormProblem problem={problem} fields={["/email", "/displayName"]} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{shell("cancel")}</Button>
          <Button type="submit" variant="primary" busy={isBusy}>
            {words("make")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
