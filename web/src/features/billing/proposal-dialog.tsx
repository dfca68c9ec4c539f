import { Proposal } from "@ecotrim/contracts/brands/brand";
import { dayInSpain } from "@ecotrim/contracts/locale";
import { Button, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { Dialog } from "../../ui/dialog.tsx";
import { FeedbackBanner, useFeedback } from "../../ui/feedback.tsx";
import { Loading } from "../../ui/states.tsx";
import { useFaults } from "../account/faults.tsx";
import { required } from "../account/rules.ts";
import { brandQuery, subscriptionsQuery } from "./queries.ts";
import "../account/account-forms.css";

const TOOLS = "/mi-area?seccion=herramientas";
const VALID_DAYS = 30;
const DAY_MS = 24 * 3_600_000;

interface ProposalDialogProps {
  /** Name of the simulation. */
  name: string;
  opened: boolean;
  making: boolean;
  onClose: () => void;
  onAsk: (proposal: Proposal) => Promise<void>;
}

/** The premium report as a proposal to a client: for whom, of which site, and until when. */
export function ProposalDialog({ name, opened, onClose, ...others }: ProposalDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Propuesta para su cliente">
      <Text>{name}</Text>
      <Content {...others} onClose={onClose} />
    </Dialog>
  );
}

function Content(props: Omit<ProposalDialogProps, "name" | "opened">) {
  const subscriptions = useQuery(subscriptionsQuery);
  const brand = useQuery(brandQuery);
  if (subscriptions.isPending || brand.isPending) return <Loading heights={[160]} label="Cargando" />;
  const isSubscriber = subscriptions.data?.some(({ hasAccess }) => hasAccess) ?? false;
  if (isSubscriber && brand.data) return <ProposalForm {...props} />;
  return (
    <>
      <Text>
        El informe premium con su logotipo, su empresa, su color y una fecha de validez, para entregarlo a su cliente.{" "}
        {isSubscriber ? "Antes, guarde su marca." : "Es para suscriptores, sin pagar aparte cada informe."}
      </Text>
      <div className="dialog-actions">
        <Button variant="default" onClick={props.onClose}>
          Ahora no
        </Button>
        <Button component={Link} to={TOOLS}>
          {isSubscriber ? "Guardar mi marca" : "Ver la suscripción"}
        </Button>
      </div>
    </>
  );
}

const { client, site } = Proposal.properties;

function ProposalForm({ making, onClose, onAsk }: Omit<ProposalDialogProps, "name" | "opened">) {
  const { feedback, say } = useFeedback();
  const form = useForm({
    initialValues: { client: "", site: "", validUntil: dayInSpain(new Date(Date.now() + VALID_DAYS * DAY_MS)) },
    validate: {
      client: required(client),
      site: required(site),
      validUntil: (day) => (day < dayInSpain(new Date()) ? "Elija un día que no haya pasado" : null),
    },
  });
  const { refuse, faults } = useFaults(form, (sentence) => say("bad", sentence));
  return (
    <form className="account-form" noValidate onSubmit={form.onSubmit(onAsk, refuse)}>
      <TextInput {...form.getInputProps("client")} label="Cliente" autoComplete="off" size="md" data-autofocus />
      <TextInput {...form.getInputProps("site")} label="Emplazamiento" autoComplete="off" size="md" />
      <TextInput {...form.getInputProps("validUntil")} label="Válida hasta" type="date" size="md" />
      <FeedbackBanner feedback={feedback} />
      {faults}
      <div className="dialog-actions">
        <Button variant="default" onClick={onClose}>
          Cancelar
        </Button>
        <Button type="submit" loading={making}>
          Descargar la propuesta
        </Button>
      </div>
    </form>
  );
}
