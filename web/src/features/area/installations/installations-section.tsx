import type { Installation } from "@ecotrim/contracts/installations/installation";
import { Button, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Link } from "react-router-dom";
import { PlusIcon } from "../../../ui/icons.tsx";
import { RemovalDialog } from "../../../ui/removal-dialog.tsx";
import { EmptyState, ErrorState, Loading, Offline } from "../../../ui/states.tsx";
import { useLast } from "../../../ui/use-last.ts";
import { changeInstallation, removeInstallation } from "../../installations/calls.ts";
import { NameDialog } from "../../installations/name-dialog.tsx";
import { installationsQuery, useChange } from "../../installations/queries.ts";
import { InstallationCard } from "./installation-card.tsx";
import "./installations-section.css";

const PLURALS = new Intl.PluralRules("es");

/** The account's sites, from which simulations start. */
export function InstallationsSection() {
  const { data, error, isPending, isPaused, refetch } = useQuery(installationsQuery);
  const [renaming, setRenaming] = useState<Installation | null>(null);
  const [deleting, setDeleting] = useState<Installation | null>(null);
  const section = useRef<HTMLElement>(null);

  return (
    <section ref={section} tabIndex={-1} className="area-section" aria-label="Mis Instalaciones">
      <div className="bar">
        <p>Guardan su planta, su consumo y su contrato. Una simulación nueva empieza en la batería.</p>
        <Button component={Link} to="/nueva-simulacion" variant="default" leftSection={<PlusIcon />}>
          Añadir instalación
        </Button>
      </div>
      {isPending ? (
        <Loading heights={[150, 150]} label="Cargando sus instalaciones" />
      ) : error && !data ? (
        <ErrorState title="Error al cargar sus instalaciones" error={error} onRetry={() => void refetch()}>
          {error.message}
        </ErrorState>
      ) : data.length === 0 ? (
        <EmptyState
          title="Todavía no tiene instalaciones."
          action={
            <Button component={Link} to="/nueva-simulacion" size="md">
              Nueva simulación
            </Button>
          }
        >
          Responda a la calculadora y elija «Guardar esta instalación» en la batería o en el resultado.
        </EmptyState>
      ) : (
        <div className="listing">
          {isPaused && <Offline />}
          <ul className="installations">
            {data.map((site) => (
              <li key={site.id}>
                <InstallationCard site={site} onRename={setRenaming} onDelete={setDeleting} />
              </li>
            ))}
          </ul>
          <p className="area-count" role="status">
            {countOf(data.length, "instalación", "instalaciones")} ·{" "}
            {countOf(
              data.reduce((sum, { simulations }) => sum + simulations, 0),
              "simulación",
              "simulaciones",
            )}
          </p>
        </div>
      )}
      <Rename site={renaming} onClose={() => setRenaming(null)} />
      <Delete site={deleting} onClose={() => setDeleting(null)} onDeleted={() => section.current?.focus()} />
    </section>
  );
}

const countOf = (count: number, one: string, many: string): string =>
  `${count} ${PLURALS.select(count) === "one" ? one : many}`;

interface QuestionProps {
  /** Null while nothing is asked. */
  site: Installation | null;
  onClose: () => void;
}

function Rename({ site, onClose }: QuestionProps) {
  const shown = useLast(site);
  const save = useChange({
    run: (name: string) => changeInstallation(shown!.id, { name }),
    done: ({ name }) => `Ahora se llama «${name}».`,
  });
  return (
    <NameDialog
      opened={site !== null}
      title="Cambiar el nombre"
      name={shown?.name ?? ""}
      save={save}
      onClose={onClose}
    />
  );
}

function Delete({ site, onClose, onDeleted }: QuestionProps & { onDeleted: () => void }) {
  const shown = useLast(site);
  const remove = useChange({
    run: removeInstallation,
    done: () => "La instalación se ha borrado.",
    failed: "No se ha podido borrar la instalación",
  });
  const { curve_id, pv_curve_id } = shown?.answers ?? {};
  const hasCurve = curve_id !== undefined || pv_curve_id !== undefined;
  return (
    <RemovalDialog
      opened={site !== null}
      title="¿Borrar esta instalación?"
      action="Borrar"
      removing={remove.isPending}
      onClose={onClose}
      onRemove={() => site && remove.mutate(site.id, { onSuccess: onDeleted, onSettled: onClose })}
    >
      <Text>
        «{shown?.name}» dejará de estar en su cuenta. Sus simulaciones y sus informes se conservan con ese nombre.
        {hasCurve && " Su curva se borra con ella, salvo que la use otra instalación o alguna de sus simulaciones."}
      </Text>
    </RemovalDialog>
  );
}
