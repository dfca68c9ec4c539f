import { Company, FirstName, LastName, Phone, type User } from "@ecotrim/contracts/auth/account";
import { Button, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { updateUser } from "../../../lib/session.ts";
import { FeedbackBanner, useFeedback } from "../../../ui/feedback.tsx";
import { useFaults } from "../../account/faults.tsx";
import { optional } from "../../account/rules.ts";
import { saveProfile } from "./calls.ts";

/** The form of the profile; an empty field keeps its stored value. */
export function EditProfile({ user }: { user: User }) {
  const { feedback, say } = useFeedback();
  const form = useForm({
    initialValues: {
      firstName: user.firstName,
      lastName: user.lastName,
      company: user.company ?? "",
      phone: user.phone ?? "",
    },
    validate: {
      firstName: optional(FirstName),
      lastName: optional(LastName),
      company: optional(Company),
      phone: optional(Phone),
    },
  });
  const { refuse, faults } = useFaults(form, (sentence) => say("bad", sentence));

  const save = async (values: typeof form.values) => {
    try {
      const saved = await saveProfile(values);
      updateUser(saved);
      form.setValues({ ...saved, company: saved.company ?? "", phone: saved.phone ?? "" });
      say("good", "Perfil actualizado correctamente.");
    } catch (error) {
      say("bad", (error as Error).message);
    }
  };

  return (
    <form className="profile-form" noValidate onSubmit={form.onSubmit(save, refuse)}>
      <TextInput {...form.getInputProps("firstName")} label="Nombre" autoComplete="given-name" size="md" />
      <TextInput {...form.getInputProps("lastName")} label="Apellidos" autoComplete="family-name" size="md" />
      <TextInput {...form.getInputProps("company")} label="Empresa" autoComplete="organization" size="md" />
      <TextInput {...form.getInputProps("phone")} label="Teléfono" type="tel" autoComplete="tel" size="md" />
      <Text size="sm" c="dimmed">
        Un campo que deje vacío conserva lo que había.
      </Text>
      <FeedbackBanner feedback={feedback} />
      {faults}
      <Button type="submit" size="md" loading={form.submitting}>
        Guardar
      </Button>
    </form>
  );
}
