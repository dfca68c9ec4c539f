import { MonthlySpending, PvKwp } from "@ecotrim/contracts/simulations/fields";
import { MantineProvider } from "@mantine/core";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, describe, expect, test } from "vitest";
import { NumberStyleProvider, numberStyle } from "../lib/number-style.ts";
import { NumberField, type NumberFieldProps } from "./number-field.tsx";

afterEach(cleanup);

const KWP = { label: "Potencia", schema: PvKwp, unit: "kWp", decimals: 1 };
const EUR = { label: "Gasto", schema: MonthlySpending, unit: "€", per: "al mes", decimals: 2, money: true };

type FieldProps = Omit<NumberFieldProps, "value" | "onChange">;

function Field({
  initial,
  onValue,
  ...props
}: FieldProps & { initial: number | null; onValue: (value: number | null) => void }) {
  const [value, setValue] = useState(initial);
  const onChange = (next: number | null) => {
    onValue(next);
    setValue(next);
  };
  return <NumberField {...props} value={value} onChange={onChange} />;
}

function show(props: FieldProps, initial: number | null = null, locale = "en-US") {
  const values: (number | null)[] = [];
  render(
    <MantineProvider env="test">
      <NumberStyleProvider value={numberStyle(locale)}>
        <Field {...props} initial={initial} onValue={(value) => values.push(value)} />
      </NumberStyleProvider>
    </MantineProvider>,
  );
  const field = screen.getByLabelText(props.label) as HTMLInputElement;
  const type = (text: string) => fireEvent.change(field, { target: { value: text } });
  return { field, type, values };
}

/** happy-dom sends no form on Enter: the field lets it through exactly where it does not prevent it. */
const pressEnter = (field: HTMLElement): boolean => fireEvent.keyDown(field, { key: "Enter" });

describe("number field", () => {
  test.each(["1.250,5", "1250.5", "1 250,5", " 1250,5 kWp"])("a field reads %j as 1250.5 and shows it back", (text) => {
    const { field, type, values } = show(KWP);
    type(text);
    expect(values.at(-1)).toBe(1250.5);
    screen.getByText("Entendido: 1.250,5 kWp");
    fireEvent.blur(field);
    expect(field.value).toBe("1.250,5");
  });

  test.each(["1.234,56", "1234,56", "1,234.56", "1.234,56 €"])("a field reads the money %j as 1234.56", (text) => {
    const { field, type, values } = show(EUR);
    type(text);
    expect(values.at(-1)).toBe(1234.56);
    screen.getByText("Entendido: 1,234.56 € al mes");
    fireEvent.blur(field);
    expect(field.value).toBe("1,234.56");
  });

  test.each(["1.234,56", "1234,56", "1,234.56", "1.234,56 €"])("a Spanish reader's money %j is 1.234,56", (text) => {
    const { field, type, values } = show(EUR, null, "es-ES");
    type(text);
    expect(values.at(-1)).toBe(1234.56);
    screen.getByText("Entendido: 1.234,56 € al mes");
    fireEvent.blur(field);
    expect(field.value).toBe("1.234,56");
    type(field.value);
    expect(values.at(-1)).toBe(1234.56);
  });

  test("a written amount of money is read as the same amount again", () => {
    const { field, type, values } = show(EUR);
    type("33.333");
    fireEvent.blur(field);
    expect(field.value).toBe("33,333");
    type(field.value);
    expect(values.at(-1)).toBe(33333);
  });

  test("a text that is being typed is never rewritten", () => {
    const { field, type } = show(KWP);
    for (const text of ["1", "12", "12,", "12,3", "12,34"]) {
      type(text);
      expect(field.value).toBe(text);
    }
  });

  test("a field that nobody is typing in shows the figure that another tab gave, one being typed in keeps its text", () => {
    const field = (value: number | null) => (
      <MantineProvider env="test">
        <NumberField {...KWP} value={value} onChange={() => {}} />
      </MantineProvider>
    );
    const { rerender } = render(field(2000));
    const input = screen.getByLabelText<HTMLInputElement>(KWP.label);
    rerender(field(1111));
    expect(input.value).toBe("1.111");
    screen.getByText("Entendido: 1.111 kWp");
    rerender(field(null));
    expect(input.value).toBe("");
    fireEvent.change(input, { target: { value: "15" } });
    rerender(field(700));
    expect(input.value).toBe("15");
  });

  test("one Enter rounds and writes the figure, and sends the form", () => {
    const { field, type, values } = show(KWP);
    type("1250,56");
    expect(pressEnter(field)).toBe(true);
    expect(field.value).toBe("1.250,6");
    expect(values.at(-1)).toBe(1250.6);
  });

  test("Enter on an unusable text says why and sends nothing", () => {
    const { field, type } = show(KWP);
    type("1e5");
    expect(pressEnter(field)).toBe(false);
    expect(screen.getByRole("alert").textContent).toMatch(/^No se entiende «1e5»/);
  });

  test("limits are said in words, and a figure beyond them counts as none", () => {
    const { field, type, values } = show(KWP);
    type("250000");
    expect(values.at(-1)).toBeNull();
    fireEvent.blur(field);
    screen.getByText("La potencia fotovoltaica debe estar entre 0 y 200.000 kWp.");
    expect(field.getAttribute("aria-invalid")).toBe("true");
    expect(screen.queryByText(/Entendido/)).toBeNull();
  });

  test("0 is a value, an empty field is not", () => {
    const { type, values } = show(KWP, 2000);
    type("0");
    expect(values.at(-1)).toBe(0);
    type("");
    expect(values.at(-1)).toBeNull();
  });

  test("phones offer the keyboard with the decimal comma", () => {
    const { field } = show(KWP);
    expect(field.type).toBe("text");
    expect(field.inputMode).toBe("decimal");
  });

  test("entering and leaving an untouched field changes nothing", () => {
    const { field, values } = show(KWP, 1234.5);
    fireEvent.focus(field);
    fireEvent.blur(field);
    expect(field.value).toBe("1.234,5");
    expect(values).toEqual([]);
  });

  test("an empty field says its limits calmly, until a figure is understood", () => {
    const { field, type } = show(KWP);
    screen.getByText("Entre 0 y 200.000 kWp.");
    expect(field.getAttribute("aria-invalid")).not.toBe("true");
    type("1250");
    expect(screen.queryByText(/^Entre 0/)).toBeNull();
    screen.getByText("Entendido: 1.250 kWp");
  });
});

describe("other units", () => {
  const PLANT = { ...KWP, quantity: { kind: "power_kwp" } } as const;

  test("2 MW are read as 2.000 kWp, and the field says so after it has rewritten them too", () => {
    const { field, type, values } = show(PLANT);
    type("2 MW");
    expect(values.at(-1)).toBe(2000);
    screen.getByText("2 MW = 2.000 kWp");
    fireEvent.blur(field);
    expect(field.value).toBe("2.000");
    screen.getByText("2 MW = 2.000 kWp");
    type("2.001");
    screen.getByText("Entendido: 2.001 kWp");
  });

  test("a unit that the field does not know is refused by a sentence, a text with figures behind its letters is none", () => {
    const { field, type, values } = show(PLANT);
    type("20 CV");
    fireEvent.blur(field);
    screen.getByText(/^No se reconoce la unidad «CV»/);
    expect(values.at(-1)).toBeNull();
    type("1e5");
    fireEvent.blur(field);
    screen.getByText(/^No se entiende «1e5» como un número/);
  });

  test("an amount of another period becomes that of the field", () => {
    const { field, type, values } = show({
      ...EUR,
      quantity: { kind: "money", shown: "€ al mes", toField: (eurYear) => eurYear / 12 },
    });
    type("350 k€ al año");
    screen.getByText("350 k€ al año = 29.167 € al mes");
    expect(values.at(-1)).toBe(29_166.67);
    fireEvent.blur(field);
    expect(field.value).toBe("29,166.67");
  });

  test("an optional field may be left empty", () => {
    const { field, type } = show({ ...EUR, optional: true }, 5);
    type("");
    fireEvent.blur(field);
    expect(pressEnter(field)).toBe(true);
    expect(screen.queryByRole("alert")).toBeNull();
  });
});
