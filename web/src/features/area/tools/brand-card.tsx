import {
  type Brand,
  BrandCompany,
  BrandText,
  LOGO_TOO_LARGE,
  MOST_LOGO_BYTES,
  MOST_TEXT_LETTERS,
} from "@ecotrim/contracts/brands/brand";
import { formatNumber } from "@ecotrim/contracts/numbers";
import { contrast, READABLE } from "@ecotrim/present/contrast";
import { PALETTE } from "@ecotrim/present/palette";
import { Button, FileButton, Text, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useSession } from "../../../lib/session.ts";
import { FeedbackBanner, useFeedback } from "../../../ui/feedback.tsx";
import { Loading } from "../../../ui/states.tsx";
import { useFaults } from "../../account/faults.tsx";
import { optional, required } from "../../account/rules.ts";
import { saveBrand } from "../../billing/calls.ts";
import { brandQuery } from "../../billing/queries.ts";

const TOO_LIGHT = "Es demasiado claro: las letras blancas sobre él no se leerían";

interface BrandCardProps {
  /** Whether a subscription gives access. */
  hasAccess: boolean;
  onSubscribe: () => void;
}

/** The brand of the proposals that a consultant makes to clients; others are told what it is. */
export function BrandCard({ hasAccess, onSubscribe }: BrandCardProps) {
  return (
    <article className="card brand-card" aria-labelledby="su-marca">
      <h2 id="su-marca">Su marca</h2>
      <p>
        Para consultores e instaladores: el informe premium como propuesta suya, con su logotipo, su color, su texto y
        una fecha de validez. De EcoTrim solo queda la mención en la página del método.
      </p>
      {hasAccess ? (
        <KeptBrand />
      ) : (
        <>
          <p>Se incluye en la suscripción, sin pagar aparte cada informe.</p>
          <Button size="md" onClick={onSubscribe}>
            Suscribirse
          </Button>
        </>
      )}
    </article>
  );
}

function KeptBrand() {
  const { data, isPending } = useQuery(brandQuery);
  const company = useSession()?.user.company ?? "";
  if (isPending) return <Loading heights={[200]} label="Cargando su marca" />;
  return <BrandForm brand={data ?? { company, accent: PALETTE.petrol, text: "" }} />;
}

const dataUrl = (logo: string): string => `data:image/${logo.startsWith("iVBOR") ? "png" : "jpeg"};base64,${logo}`;

const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ""));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });

const paragraph = (text: string): string => text.replace(/\s+/g, " ").trim();

function BrandForm({ brand }: { brand: Brand }) {
  const client = useQueryClient();
  const { feedback, say } = useFeedback();
  const [logo, setLogo] = useState(brand.logo);
  const form = useForm({
    initialValues: { company: brand.company, accent: brand.accent, text: brand.text },
    validate: {
      company: required(BrandCompany),
      accent: (color) => (contrast(color, PALETTE.white) < READABLE ? TOO_LIGHT : null),
      text: (text) => optional(BrandText)(paragraph(text)),
    },
    transformValues: ({ text, ...values }) => ({ ...values, text: paragraph(text) }),
  });
  const { refuse, faults } = useFaults(form, (sentence) => say("bad", sentence));

  const take = async (file: File | null) => {
    if (!file) return;
    if (file.size > MOST_LOGO_BYTES) say("bad", LOGO_TOO_LARGE);
    else setLogo(await base64Of(file));
  };
  const save = async (values: Omit<Brand, "logo">) => {
    try {
      const kept = await saveBrand({ ...values, ...(logo && { logo }) });
      client.setQueryData(brandQuery.queryKey, kept);
      say("good", "Su marca se ha guardado.");
    } catch (error) {
      say("bad", (error as Error).message);
    }
  };

  return (
    <form className="brand-form" noValidate onSubmit={form.onSubmit(save, refuse)}>
      <TextInput {...form.getInputProps("company")} label="Empresa" autoComplete="organization" size="md" />
      <TextInput
        {...form.getInputProps("accent")}
        label="Color de portada y títulos"
        type="color"
        size="md"
        className="brand-color"
      />
      <Textarea
        {...form.getInputProps("text")}
        label="Texto de presentación (opcional)"
        description="Va al principio del resumen de cada propuesta."
        autosize
        minRows={2}
        maxRows={6}
        maxLength={MOST_TEXT_LETTERS}
        size="md"
      />
      <div className="brand-logo">
        {logo && <img src={dataUrl(logo)} alt="Su logotipo" />}
        <FileButton onChange={(file) => void take(file)} accept="image/png,image/jpeg">
          {(button) => (
            <Button {...button} variant="default">
              {logo ? "Cambiar el logotipo" : "Elegir un logotipo"}
            </Button>
          )}
        </FileButton>
        {logo && (
          <Button variant="subtle" onClick={() => setLogo(undefined)}>
            Quitar
          </Button>
        )}
        <Text size="sm" c="dimmed">
          PNG o JPEG de hasta {formatNumber(MOST_LOGO_BYTES / 1000)} kB.
        </Text>
      </div>
      <FeedbackBanner feedback={feedback} />
      {faults}
      <Button type="submit" size="md" loading={form.submitting}>
        Guardar mi marca
      </Button>
    </form>
  );
}
