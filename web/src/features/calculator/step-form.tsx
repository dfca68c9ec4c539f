import { Button } from "@mantine/core";
import type { FormEvent, ReactNode } from "react";
import { PageHeading } from "../../ui/page-heading.tsx";

interface StepFormProps {
  title: string;
  lead: ReactNode;
  submit: string;
  disabled?: boolean;
  /** Beside the button. */
  note?: string | undefined;
  onSubmit: () => void;
  children: ReactNode;
}

/** A question of the wizard with its fields and the button to the next one. */
export function StepForm({ title, lead, submit, disabled = false, note, onSubmit, children }: StepFormProps) {
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!disabled) onSubmit();
  };
  return (
    <form className="step" onSubmit={send} noValidate>
      <PageHeading title={title}>{title}</PageHeading>
      <p className="step-lead">{lead}</p>
      {children}
      <div className="step-actions">
        <Button type="submit" size="lg" disabled={disabled}>
          {submit}
        </Button>
        {note && <p className="step-note">{note}</p>}
      </div>
    </form>
  );
}
