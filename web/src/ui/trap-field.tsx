import { TRAP_FIELD } from "@ecotrim/contracts/contact/trap";
import type { Ref } from "react";
import "./trap-field.css";

/** The field that only programs fill in: neither seen, nor reached by the keyboard, nor read out. */
export const TrapField = ({ ref }: { ref: Ref<HTMLInputElement> }) => (
  <div className="trap" aria-hidden="true">
    <label>
      No rellene este campo
      <input ref={ref} type="text" name={TRAP_FIELD} tabIndex={-1} autoComplete="off" />
    </label>
  </div>
);

/** The trap field's part of a form's body: empty unless a program filled it in. */
export const trapped = (field: HTMLInputElement | null): Record<string, string> =>
  field?.value ? { [TRAP_FIELD]: field.value } : {};
