import type { Installation } from "@ecotrim/contracts/installations/installation";
import { Button, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Link } from "react-router-dom";
import { PlusIcon } from "../../../ui/icons.tsx";
import { RemovalDialog } from "../../../ui/removal-dialog.tsx";
import { EmptyState, ErrorState, Loading, Offline } from "../../../ui/states.tsx";
import { useLast } from "../../../ui/use-last.ts";
import { changeInstallation, removeCurve, removeInstallation } from "../../installations/calls.ts";
import { NameDialog } from "../../installations/name-dialog.tsx";
import { installationsQuery, useChange } from "../../installations/queries.ts";
import { CURVE_NAMES, InstallationCard, type SiteCurve } from "./installation-card.tsx";
import "./installations-section.css";

const PLURALS = new Intl.PluralRules("es");

/** The account's sites, from which simulations start. */
export function InstallationsSection() {
  const { data, error, isPending, isPaused, refetch } = useQuery(installationsQuery);
  const [renaming, setRenaming] = useState<Installation | null>(null);
  const [deleting, setDeleting] = useState<Installation | null>(null);
  const [withoutCurve, setWithoutCurve] = useState<CurveOfSite | null>(null);
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
                <InstallationCard
                  site={site}
                  onRename={setRenaming}
                  onDelete={setDeleting}
                  onDeleteCurve={(site, curve) => setWithoutCurve({ site, curve })}
                />
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
      <DeleteCurve of={withoutCurve} sites={data ?? []} onClose={() => setWithoutCurve(null)} />
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

interface CurveOfSite {
  site: Installation;
  curve: SiteCurve;
}

interface DeleteCurveProps {
  /** Null while nothing is asked. */
  of: CurveOfSite | null;
  sites: Installation[];
  onClose: () => void;
}

/** What is left in the place of a curve. */
const LEFT: Record<SiteCurve, string> = { curve_id: "su consumo medio", pv_curve_id: "una producción estimada" };

function DeleteCurve({ of, sites, onClose }: DeleteCurveProps) {
  const shown = useLast(of);
  const remove = useChange({
    run: removeCurve,
    done: () => "La curva se ha borrado.",
    failed: "No se ha podido borrar la curva",
  });
  const { site, curve = "curve_id" } = shown ?? {};
  const id = site?.answers[curve];
  const others = sites.filter(({ id: other, answers }) => other !== site?.id && answers[curve] === id);
  return (
    <RemovalDialog
      opened={of !== null}
      title={`¿Borrar la ${CURVE_NAMES[curve]}?`}
      action="Borrar la curva"
      removing={remove.isPending}
      onClose={onClose}
      onRemove={() => id && remove.mutate(id, { onSettled: onClose })}
    >
      <Text>
        «{site?.name}» se queda con {LEFT[curve]}
        {others.length > 0 && `, y también ${others.map(({ name }) => `«${name}»`).join(", ")}`}. Las simulaciones
        hechas con ella conservan sus resultados, pero no se podrán volver a calcular, y las que estén en curso
        fallarán.
      </Text>
    </RemovalDialog>
  );
}
