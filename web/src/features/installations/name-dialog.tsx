import { MOST_LETTERS } from "@ecotrim/contracts/installations/installation";
import { Button, TextInput } from "@mantine/core";
import type { UseMutationResult } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { ApiError } from "../../lib/http.ts";
import { Dialog } from "../../ui/dialog.tsx";
import "./installations.css";

interface NameDialogProps<Answer> {
  opened: boolean;
  title: string;
  /** The name to begin with. */
  name: string;
  save: UseMutationResult<Answer, Error, string>;
  onClose: () => void;
  onSaved?: (answer: Answer) => void;
}

/** Asks for the name of a site. */
export function NameDialog<Answer>({ opened, title, onClose, ...form }: NameDialogProps<Answer>) {
  const close = () => {
    // What was refused is not said again to who comes back.
    form.save.reset();
    onClose();
  };
  return (
    <Dialog opened={opened} onClose={close} title={title}>
      <NameForm {...form} onClose={close} />
    </Dialog>
  );
}

function NameForm<Answer>({ name, save, onClose, onSaved }: Omit<NameDialogProps<Answer>, "opened" | "title">) {
  const [typed, setTyped] = useState(name);
  const ofName = save.error instanceof ApiError && save.error.field === "name";
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (save.isPending || !typed.trim()) return;
    save.mutate(typed, {
      onSuccess: (answer) => {
        onClose();
        onSaved?.(answer);
      },
    });
  };
  return (
    <form noValidate onSubmit={submit} className="installation-name">
      <TextInput
        label="Nombre"
        size="md"
        autoComplete="off"
        data-autofocus
        maxLength={MOST_LETTERS}
        value={typed}
        error={ofName && save.error?.message}
        errorProps={{ role: "alert" }}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {save.error && !ofName && (
        <p className="installation-error" role="alert">
          No se ha podido guardar: {save.error.message}
        </p>
      )}
      <div className="dialog-actions">
        <Button variant="default" onClick={onClose}>
          Cancelar
        </Button>
        <Button type="submit" loading={save.isPending} disabled={!typed.trim()}>
          Guardar
        </Button>
      </div>
    </form>
  );
}
