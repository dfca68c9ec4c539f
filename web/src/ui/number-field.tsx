import { limitsSentence, type NumberLimits } from "@ecotrim/contracts/limits";
import { LOCALE } from "@ecotrim/contracts/locale";
import { formatNumber, parseNumber, roundDecimal } from "@ecotrim/contracts/numbers";
import { type QuantityKind, readQuantity } from "@ecotrim/contracts/units";
import { Text, TextInput } from "@mantine/core";
import { type KeyboardEvent, type Ref, useState } from "react";
import { useNumberStyle } from "../lib/number-style.ts";
import "./number-field.css";

/** The schema of a figure, from `shared/contracts/simulations/input.ts`: its name, unit and limits. */
export type NumberSchema = NumberLimits;

/** Units that are read as well and converted, such as MW where the field has kWp. */
interface OtherUnits {
  kind: QuantityKind;
  /** The field's own unit where it is not that of the kind, such as "kWh al mes". */
  shown?: string;
  /** A figure in the kind's unit as the field has it; the same if left out. */
  toField?: (value: number) => number;
}

export interface NumberFieldProps {
  label: string;
  schema: NumberSchema;
  /** Shown at the field and after the understood figure. */
  unit: string;
  /** Follows the unit in "Entendido: 1.234,56 € al mes". */
  per?: string;
  /** Figures after the decimal sign to which the value is rounded when the field is left. */
  decimals: number;
  /** An amount of money: it is written in the reader's number style, and a comma before three digits is no decimal sign. */
  money?: boolean;
  quantity?: OtherUnits;
  /** An empty field is an answer too. */
  optional?: boolean;
  hint?: string;
  /** Hides limits that no input comes near. */
  hideLimits?: boolean;
  /** null: empty or not usable as it stands. */
  value: number | null;
  onChange: (value: number | null) => void;
  /** Shows the fault although the field has not been left yet. */
  showError?: boolean;
  inputRef?: Ref<HTMLInputElement>;
}

const EMPTY = "Escriba un número; si no hay, escriba 0.";

/**
 * The field of every figure in the product. It never rewrites a text during typing; leaving the field or Enter does.
 * Enter on a usable figure also sends the form it stands in; on any other text it only says what is wrong.
 */
export function NumberField(props: NumberFieldProps) {
  const {
    label,
    schema,
    unit,
    per,
    decimals,
    money = false,
    quantity,
    optional = false,
    hint,
    hideLimits,
    value,
    onChange,
    showError,
    inputRef,
  } = props;
  const { locale: moneyLocale } = useNumberStyle();
  const locale = money ? moneyLocale : LOCALE;
  const limits = money ? { ...schema, money } : schema;
  const write = (figure: number | null) =>
    figure === null ? "" : formatNumber(figure, { locale, ...(money && moneyDecimals(figure)) });

  const [text, setText] = useState(() => write(value));
  const [left, setLeft] = useState(false);
  const [committed, setCommitted] = useState(true);
  const [last, setLast] = useState(value);
  /** What the text said before it was rewritten in the field's own unit. */
  const [converted, setConverted] = useState<string>();

  const read = (typed: string) => readFigure(typed, limits, quantity, decimals);
  const { figure: parsed, echo: conversion, refusal } = read(text);
  const usable = parsed !== undefined && isWithin(parsed, schema);

  // Another tab may give the answer as well: a text that nobody is typing follows its figure.
  if (value !== last) {
    setLast(value);
    const shows = usable ? roundDecimal(parsed, decimals) : null;
    if (committed && value !== shows) {
      setText(write(value));
      setLeft(false);
    }
  }

  const nothing = optional && text.trim() === "";
  const problem = usable || nothing ? undefined : (refusal ?? sentence(text, parsed, schema, locale));
  const shown = problem !== undefined && (left || showError) ? problem : undefined;

  const type = (typed: string) => {
    setText(typed);
    setLeft(false);
    setCommitted(false);
    setConverted(undefined);
    const { figure } = read(typed);
    onChange(figure !== undefined && isWithin(figure, schema) ? figure : null);
  };

  const commit = () => {
    if (committed || !usable) return;
    const figure = roundDecimal(parsed, decimals);
    onChange(figure);
    setText(write(figure));
    setConverted(conversion);
    setCommitted(true);
  };

  const leave = () => {
    setLeft(text.trim() !== "");
    commit();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    if (problem !== undefined) event.preventDefault();
    setLeft(true);
    commit();
  };

  const understood = (figure: number) =>
    `Entendido: ${formatNumber(roundDecimal(figure, decimals), { ...(money ? { decimals: 2 } : {}), unit, locale: locale })}${per ? ` ${per}` : ""}`;
  const echo = usable ? (conversion ?? converted ?? understood(parsed)) : "";
  // The limits are shown as help only while the field is empty, since echo and error replace them.
  const help = !hideLimits && shown === undefined && text.trim() === "" ? limitsHelp(schema, locale) : "";

  return (
    <div className="number-field">
      <TextInput
        ref={inputRef}
        label={label}
        description={hint}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        enterKeyHint="done"
        size="lg"
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={leave}
        onKeyDown={onKeyDown}
        error={shown}
        // The field has the focus already, so nothing else would say it.
        errorProps={{ role: "alert" }}
        rightSection={<span aria-hidden="true">{unit}</span>}
        rightSectionWidth={`${unit.length + 3}ch`}
        rightSectionPointerEvents="none"
      />
      <Text size="sm" c="dimmed" mih="1.45em" mt={6} aria-live="polite">
        {echo || help}
      </Text>
    </div>
  );
}

/** A unit stands behind the figure, and no further figure behind the unit. */
const HAS_UNIT = /\d\s*[^\d.,\s][^\d]*$/;

interface Reading {
  figure?: number | undefined;
  /** "2 MW = 2.000 kWp" where the text has another unit. */
  echo?: string | undefined;
  refusal?: string;
}

function readFigure(text: string, limits: NumberLimits, quantity: OtherUnits | undefined, decimals: number): Reading {
  const figure = parseNumber(text, limits);
  const found = quantity && readQuantity(text, quantity.kind, quantity.shown);
  if (!found) return { figure };
  if ("refusal" in found) return HAS_UNIT.test(text) ? { refusal: found.refusal } : { figure };
  const { value, echo } = found;
  if (echo === undefined && figure !== undefined) return { figure };
  return { figure: roundDecimal(quantity.toField?.(value) ?? value, decimals), echo };
}

const moneyDecimals = (figure: number) => (Number.isInteger(figure) ? {} : { decimals: 2 });

const isWithin = (value: number, { minimum = -Infinity, maximum = Infinity }: NumberSchema): boolean =>
  value >= minimum && value <= maximum;

/** "Entre 0 y 200.000 kWp." */
function limitsHelp({ minimum, maximum, unit }: NumberSchema, locale: string): string {
  if (minimum === undefined || maximum === undefined) return "";
  return `Entre ${formatNumber(minimum, { locale })} y ${formatNumber(maximum, { locale, ...(unit ? { unit } : {}) })}.`;
}

function sentence(text: string, parsed: number | undefined, schema: NumberSchema, locale: string): string {
  if (text.trim() === "") return EMPTY;
  if (parsed !== undefined) return limitsSentence(schema, locale);
  return `No se entiende «${text.trim().slice(0, 40)}» como un número. Escríbalo, por ejemplo, así: ${formatNumber(1234.56, { locale })}.`;
}
