"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { FormProblem } from "@/components/account/form-problem";
import { useSubmit } from "@/components/account/use-submit";
import { violationOf } from "@/components/api/api-problem";
import { useViolationWords } from "@/components/api/use-violation-words";
import { callApi } from "@/components/api/call";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Select } from "@/components/ui/select";
import { useToast } from "@/components/ui/toast";
import { roles, type User } from "./user";

/** Changes what an account may do. */
export function RoleDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const words = useTranslations("administration.users");
  const say = useViolationWords();
  const shell = useTranslations("shell");
  const router = useRouter();
  const toast = useToast();
  const [role, setRole] = useState<string>(user.role);
  const { isBusy, problem, onSubmit } = useSubmit(async () => {
    await callApi("PATCH", `/admin/users/${user.id}`, { json: { role } });
    toast(words("roleChanged", { name: user.displayName }));
    router.refresh();
    onClose();
  });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={words("roleTitle", { name: user.displayName })} description={words("roleBody")}>
      <form onSubmit={onSubmit} className="flex flex-col gap-4">
        <Select label={words("roleLabel")} value={role} error={say(violationOf(problem, "/role"))} options={roles.map((value) => ({ value, label: words(`role.${value}`) }))} onChange={(event) => setRole(event.target.value)} />
        <FormProblem problem={problem} fields={["/role"]} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{shell("cancel")}</Button>
          <Button type="submit" variant="primary" busy={isBusy}>{words("changeRole")}</Button>
        </div>
      </form>
    </Dialog>
  );
}
