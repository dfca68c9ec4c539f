import { type MouseEvent, type ReactNode, useState } from "react";
import { summary } from "./rules.ts";
import "./faults.css";

/** What is needed of a form of the library. */
interface Form {
  errors: Record<string, ReactNode>;
  getInputNode(path: string): HTMLInputElement | null;
}

interface Fault {
  path: string;
  /** Id of the field. */
  id: string;
  name: string;
}

/** The label of a field, without asterisk and brackets. */
const nameOf = ({ labels }: HTMLInputElement): string => labels?.[0]?.textContent?.split(/\s*[(*]/)[0] ?? "";

/**
 * What happens to a form that may not be sent: its banner says so, a list names every faulty field, and the first one
 * takes the focus.
 * @param say shows the sentence of the banner
 */
export function useFaults(form: Form, say: (sentence: string) => void) {
  const [refused, setRefused] = useState<Fault[]>([]);

  const refuse = (errors: Record<string, ReactNode>) => {
    const inputs = Object.keys(errors).flatMap((path) => ({ path, input: form.getInputNode(path) }));
    setRefused(inputs.flatMap(({ path, input }) => (input ? { path, id: input.id, name: nameOf(input) } : [])));
    say(summary(errors));
    inputs[0]?.input?.focus();
  };

  // A corrected field leaves the list; the last one is marked by its own error.
  const left = refused.filter(({ path }) => form.errors[path]);
  const goTo = (path: string) => (event: MouseEvent) => {
    event.preventDefault();
    form.getInputNode(path)?.focus();
  };
  const faults = left.length > 1 && (
    <section className="faults" aria-label="Datos por corregir">
      <p>Datos por corregir:</p>
      <ul>
        {left.map(({ path, id, name }) => (
          <li key={path}>
            <a href={`#${id}`} onClick={goTo(path)}>
              {name}
            </a>
            : {form.errors[path]}
          </li>
        ))}
      </ul>
    </section>
  );
  return { refuse, faults };
}
