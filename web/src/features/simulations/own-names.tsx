import type { OwnNames } from "@ecotrim/contracts/simulations/record";
import { ActionIcon, Button, TextInput } from "@mantine/core";
import { type KeyboardEvent, type ReactNode, type SubmitEvent, useEffect, useRef, useState } from "react";
import { ApiError } from "../../lib/http.ts";
import { PencilIcon } from "../../ui/icons.tsx";
import { useNameSimulation } from "./list-changes.ts";
import "./own-names.css";

interface OwnNamesEditorProps {
  simulation: OwnNames & { id: string };
  /** What the simulation is called at present, its battery's name included. */
  called: string;
  /** The heading that is changed. */
  children: ReactNode;
  onNamed?: (names: OwnNames) => void;
}

/** A heading with a pencil, by which its reader gives the simulation a name and a site of their own. */
export function OwnNamesEditor({ simulation, called, children, onNamed }: OwnNamesEditorProps) {
  const [editing, setEditing] = useState(false);
  const pencil = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    // The pencil is in the document again only once this is committed.
    if (wasEditing.current && !editing) pencil.current?.focus();
    wasEditing.current = editing;
  }, [editing]);
  return (
    <div className="own-names">
      {/* Stays, since a window or a card is named by it. */}
      <div className={editing ? "visually-hidden" : "own-names-shown"}>{children}</div>
      {editing ? (
        <OwnNamesForm
          simulation={simulation}
          called={called}
          onNamed={(names) => {
            setEditing(false);
            onNamed?.(names);
          }}
          onClose={() => setEditing(false)}
        />
      ) : (
        <ActionIcon
          ref={pencil}
          variant="subtle"
          color="gray.7"
          size={44}
          aria-label={`Cambiar el nombre de ${called}`}
          onClick={() => setEditing(true)}
        >
          <PencilIcon />
        </ActionIcon>
      )}
    </div>
  );
}

/** Escape is for this form, and not for the window it stands in. */
const KEEPS_ESCAPE = { "data-mantine-stop-propagation": "true" };

interface OwnNamesFormProps extends Required<Omit<OwnNamesEditorProps, "children">> {
  onClose: () => void;
}

function OwnNamesForm({ simulation, called, onNamed, onClose }: OwnNamesFormProps) {
  const [names, setNames] = useState({ name: simulation.name ?? "", site: simulation.site ?? "" });
  const save = useNameSimulation(simulation.id);
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => {
    first.current?.focus();
    first.current?.select();
  }, []);

  const faulty = save.error instanceof ApiError ? save.error.field : undefined;
  const field = (key: keyof typeof names) => ({
    value: names[key],
    autoComplete: "off",
    size: "md" as const,
    error: faulty === key && save.error?.message,
    errorProps: { role: "alert" },
    onChange: (event: { currentTarget: HTMLInputElement }) => setNames({ ...names, [key]: event.currentTarget.value }),
    ...KEEPS_ESCAPE,
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!save.isPending) save.mutate(names, { onSuccess: onNamed });
  };
  const cancelByEscape = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
    event.stopPropagation();
    onClose();
  };

  return (
    <form
      className="own-names-form"
      aria-label={`Nombre de ${called}`}
      noValidate
      onSubmit={submit}
      onKeyDown={cancelByEscape}
    >
      <TextInput {...field("name")} ref={first} label="Nombre" placeholder={called} />
      <TextInput {...field("site")} label="Emplazamiento" />
      {save.error && faulty !== "name" && faulty !== "site" && (
        <p className="own-names-error" role="alert">
          No se ha podido guardar: {save.error.message}
        </p>
      )}
      <div className="actions">
        <Button type="submit" loading={save.isPending} {...KEEPS_ESCAPE}>
          Guardar
        </Button>
        <Button variant="default" onClick={onClose} {...KEEPS_ESCAPE}>
          Cancelar
        </Button>
      </div>
    </form>
  );
}
