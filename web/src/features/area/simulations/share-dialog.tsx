import { Email } from "@ecotrim/contracts/auth/account";
import type { Sharing, SimulationSummary } from "@ecotrim/contracts/simulations/association";
import { shortDate } from "@ecotrim/present/dates";
import { Button, Checkbox, CopyButton, Text, TextInput, Title } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Dialog } from "../../../ui/dialog.tsx";
import { ErrorState, Loading } from "../../../ui/states.tsx";
import { toast } from "../../../ui/toast.ts";
import { useLast } from "../../../ui/use-last.ts";
import { required } from "../../account/rules.ts";
import { createShareLink, revokeShareLink, shareWith, takeBack } from "../../simulations/calls.ts";
import { simulationKeys } from "../../simulations/keys.ts";
import { sharingQuery } from "../../simulations/queries.ts";
import "./share-dialog.css";

/** With whom a simulation is shared: people by their address, anybody by a link. Both only read. */
export function ShareDialog({ simulation, onClose }: { simulation: SimulationSummary | null; onClose: () => void }) {
  const shown = useLast(simulation);
  return (
    <Dialog opened={simulation !== null} onClose={onClose} title="Compartir la simulación" size="36rem">
      {shown && <SharingOf id={shown.id} />}
    </Dialog>
  );
}

function SharingOf({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(sharingQuery(id));
  if (error)
    return (
      <ErrorState title="No se ha podido leer con quién está compartida" error={error} onRetry={() => void refetch()}>
        {error.message}
      </ErrorState>
    );
  if (!data) return <Loading heights={[80, 120]} label="Cargando" />;
  return (
    <>
      <Text>Quien la reciba podrá verla, pero no cambiarla, borrarla ni compartirla con otros.</Text>
      <People id={id} people={data.people} />
      <ByLink id={id} link={data.link} />
    </>
  );
}

/** A change of how a simulation is shared, after which the sharing is read again. */
function useSharingChange<T>(id: string, run: (given: T) => Promise<void>, done: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: () => {
      toast.success(done);
      return client.invalidateQueries({ queryKey: simulationKeys.sharing(id) });
    },
    onError: (error) => toast.error(error.message),
  });
}

function People({ id, people }: { id: string; people: Sharing["people"] }) {
  const form = useForm({ initialValues: { email: "" }, validate: { email: required(Email) } });
  const share = useSharingChange(id, (email: string) => shareWith(id, email), "La simulación se ha compartido.");
  const stop = useSharingChange(id, (email: string) => takeBack(id, email), "Ya no está compartida con esta persona.");
  const focusField = () => form.getInputNode("email")?.focus();
  const send = form.onSubmit(({ email }) => share.mutate(email.trim(), { onSuccess: () => form.reset() }), focusField);

  return (
    <section className="share-part" aria-label="Con una persona">
      <Title order={3}>Con una persona</Title>
      <form className="share-form" noValidate onSubmit={send}>
        <TextInput
          {...form.getInputProps("email")}
          errorProps={{ role: "alert" }}
          label="Correo electrónico"
          type="email"
          autoComplete="off"
          description="Le avisaremos por correo; necesitará una cuenta gratuita con esa dirección."
        />
        <Button type="submit" loading={share.isPending}>
          Compartir
        </Button>
      </form>
      {people.length > 0 && (
        <ul className="share-people">
          {people.map(({ email, accepted, createdAt }) => (
            <li key={email}>
              <span>
                <strong>{email}</strong>
                <small>
                  {accepted ? "Tiene acceso" : "Pendiente de confirmar"} · desde el {shortDate(createdAt)}
                </small>
              </span>
              <Button
                variant="default"
                loading={stop.isPending && stop.variables === email}
                // The button goes with its person.
                onClick={() => stop.mutate(email, { onSuccess: focusField })}
                aria-label={`Quitar el acceso a ${email}`}
              >
                Quitar
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function ByLink({ id, link }: { id: string; link: Sharing["link"] }) {
  const [showsContract, setShowsContract] = useState(false);
  const create = useSharingChange<void>(id, () => createShareLink(id, { showsContract }), "Enlace creado.");
  const change = useSharingChange(
    id,
    (shows: boolean) => createShareLink(id, { showsContract: shows }),
    "Hemos cambiado lo que muestra el enlace.",
  );
  const revoke = useSharingChange<void>(id, () => revokeShareLink(id), "El enlace ya no funciona.");
  const part = useRef<HTMLElement>(null);
  const exists = link !== null;
  const existed = useRef(exists);
  useEffect(() => {
    // The button that was pressed is gone, and the focus with it.
    if (existed.current !== exists) part.current!.querySelector<HTMLElement>(":is([readonly],button)")?.focus();
    existed.current = exists;
  }, [exists]);
  return (
    <section ref={part} className="share-part" aria-label="Con un enlace">
      <Title order={3}>Con un enlace de solo lectura</Title>
      <Checkbox
        label="Mostrar también la factura y las potencias"
        description="Sin la marca, quien abra el enlace no ve su contrato ni su factura."
        radius="xs"
        checked={change.isPending ? change.variables : (link?.showsContract ?? showsContract)}
        onChange={({ currentTarget: { checked } }) => (link ? change.mutate(checked) : setShowsContract(checked))}
      />
      {link ? (
        <>
          <TextInput readOnly value={link.url} aria-label="Enlace" onFocus={(event) => event.currentTarget.select()} />
          <div className="actions">
            <CopyButton value={link.url}>
              {({ copied, copy }) => <Button onClick={copy}>{copied ? "Copiado" : "Copiar el enlace"}</Button>}
            </CopyButton>
            <Button variant="default" loading={revoke.isPending} onClick={() => revoke.mutate()}>
              Anular el enlace
            </Button>
          </div>
        </>
      ) : (
        <div className="actions">
          <Button variant="default" loading={create.isPending} onClick={() => create.mutate()}>
            Crear un enlace
          </Button>
        </div>
      )}
    </section>
  );
}
