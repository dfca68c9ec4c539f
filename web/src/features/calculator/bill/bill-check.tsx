import { formatNumber, roundDecimal } from "@ecotrim/contracts/numbers";
import { type BillInput, daysBetween, daysOf } from "@ecotrim/contracts/simulations/bill";
import { PERIODS, type Zone } from "@ecotrim/contracts/simulations/contract";
import { TARIFFS, type TariffName } from "@ecotrim/contracts/simulations/tariff";
import { type Rebill, rebill } from "@ecotrim/engine/bill/rebill";
import { billRows, totalsSentence } from "@ecotrim/present/bill/bill-rows";
import { withSentences } from "@ecotrim/present/bill/rebill";
import { Button, Checkbox, FileButton, NativeSelect, TextInput } from "@mantine/core";
import { type FormEvent, useRef, useState } from "react";
import { Refine } from "../../../ui/refine.tsx";
import { DataTable } from "../../charts/data-table.tsx";
import {
  AMOUNTS,
  type BillFaults,
  type BillForm,
  EMPTY_ROWS,
  type ReadForm,
  type Row,
  readBillContent,
  readForm,
} from "./bill-form.ts";
import { FigureCells } from "./figure-cells.tsx";
import { ZONE_OPTIONS } from "./zone-options.ts";
import "./bill-check.css";

const NO_FAULTS: BillFaults = { rows: {}, others: {} };
const NOT_JSON: ReadForm = { faults: { rows: {}, others: { file: "El archivo no es un JSON válido." } } };
/** Members of a bill whose faults stand at their field. */
const DAYS = ["first_day", "last_day", "issued"];

async function readFile(file: File): Promise<ReadForm> {
  const text = await file.text();
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return NOT_JSON;
  }
  return readBillContent(content);
}

export interface BillCheckProps {
  tariff: TariffName;
  zone: Zone;
  /** Takes what a mean month's energy costs by the bill, EUR. */
  onSpending: (eurMonth: number) => void;
}

/** One printed bill, typed in or opened, calculated again in this browser. */
export function BillCheck({ tariff, zone, onSpending }: BillCheckProps) {
  const [form, setForm] = useState<BillForm>(() => ({
    ...{ tariff, zone, first_day: "", last_day: "", issued: "", atr_included: true },
    ...EMPTY_ROWS,
  }));
  const [answer, setAnswer] = useState<ReadForm>();
  const faults = answer?.faults ?? NO_FAULTS;
  const resetFile = useRef<() => void>(null);

  const set = (change: Partial<BillForm>) => {
    setForm((before) => ({ ...before, ...change }));
    setAnswer(undefined);
  };
  const row = (key: Row) => ({
    texts: form[key],
    onChange: (texts: string[]) => set({ [key]: texts }),
    faults: faults.rows[key],
  });
  const day = (key: "first_day" | "last_day" | "issued") => ({
    type: "date",
    size: "md",
    value: form[key],
    onChange: (event: FormEvent<HTMLInputElement>) => set({ [key]: event.currentTarget.value }),
    error: faults.others[key],
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAnswer(readForm(form));
  };
  const open = async (file: File | null) => {
    if (file) setAnswer(await readFile(file));
    resetFile.current?.();
  };
  const others = Object.entries(faults.others).filter(([field]) => !DAYS.includes(field));

  return (
    <form className="bill-check" onSubmit={submit} noValidate>
      <div className="bill-check-row">
        <NativeSelect
          label="Peaje de acceso (ATR)"
          size="md"
          data={[...TARIFFS]}
          value={form.tariff}
          onChange={({ currentTarget }) => set({ tariff: currentTarget.value as TariffName })}
        />
        <NativeSelect
          label="Zona"
          size="md"
          data={ZONE_OPTIONS}
          value={form.zone}
          onChange={({ currentTarget }) => set({ zone: currentTarget.value as Zone })}
        />
      </div>
      <div className="bill-check-row">
        <TextInput label="Primer día" {...day("first_day")} />
        <TextInput
          label="Último día"
          description={daysSentence(form)}
          inputWrapperOrder={DESCRIPTION_LAST}
          {...day("last_day")}
        />
      </div>
      <FigureCells label="Potencia contratada" unit="kW" names={PERIODS} {...row("kw")} />
      <FigureCells label="Energía consumida" unit="kWh" names={PERIODS} {...row("kwh")} />
      <FigureCells
        label="Precio de la energía"
        unit="€/kWh"
        hint="Los precios de «término de energía». Puede pegar los seis a la vez desde una hoja de cálculo."
        names={PERIODS}
        {...row("price")}
      />
      <Checkbox
        label="Los precios incluyen peajes y cargos"
        description="Si ve aparte «peajes» o «ATR», quite la marca."
        radius="xs"
        checked={form.atr_included}
        onChange={({ currentTarget }) => set({ atr_included: currentTarget.checked })}
      />
      <FigureCells
        label="Otros importes"
        unit="€, sin IVA"
        hint="Los que lleve su factura. Sin importe, el bono social se calcula con el precio regulado."
        names={AMOUNTS}
        {...row("amounts")}
      />
      <Refine title="Más datos" summary="fecha de emisión, maxímetros, precio de la potencia">
        <TextInput
          label="Fecha de emisión"
          description="De ella depende el tipo del impuesto eléctrico. Sin ella, el último día."
          className="bill-check-narrow"
          {...day("issued")}
        />
        <FigureCells
          label="Maxímetros"
          unit="kW"
          hint="La potencia máxima demandada. Con ella comprobamos los excesos."
          names={PERIODS}
          {...row("max_kw")}
        />
        <FigureCells
          label="Precio de la potencia"
          unit="€/kW y día"
          hint="Solo si no es el regulado."
          names={PERIODS}
          {...row("kw_price")}
        />
      </Refine>
      <FigureCells label="Total de la factura" unit="€, con IVA" names={["Total"]} {...row("total")} />
      {others.map(([field, sentence]) => (
        <p key={field} className="feedback" data-tone="bad" role="alert">
          {sentence}
        </p>
      ))}
      <div className="bill-check-actions">
        <Button type="submit" variant="default">
          Comprobar factura
        </Button>
        <FileButton accept="application/json,.json" resetRef={resetFile} onChange={(file) => void open(file)}>
          {(props) => (
            <Button variant="subtle" {...props}>
              Abrir una factura en JSON
            </Button>
          )}
        </FileButton>
      </div>
      {answer?.bill && <CheckedBill bill={answer.bill} onSpending={onSpending} />}
    </form>
  );
}

const DESCRIPTION_LAST: ("label" | "input" | "error" | "description")[] = ["label", "input", "error", "description"];

function daysSentence({ first_day, last_day }: BillForm): string {
  const days = daysBetween(first_day, last_day);
  return days > 0 ? `Son ${formatNumber(days)} días.` : "";
}

const eur = (amount: number | null): string => (amount === null ? "–" : formatNumber(amount, { decimals: 2 }));

interface CheckedBillProps extends Pick<BillCheckProps, "onSpending"> {
  bill: BillInput;
}

/** The energy of a mean month at the price of the bill's days, EUR; null where the bill has none or no days. */
function energyEurMonth(bill: BillInput, { lines }: Pick<Rebill, "lines">): number | null {
  const days = daysOf(bill);
  const energyEur = lines.reduce((sum, { kind, amount }) => (kind === "energy" ? sum + amount : sum), 0);
  return days === undefined || energyEur <= 0 ? null : roundDecimal((energyEur * MEAN_MONTH_DAYS) / days, 2);
}

const MEAN_MONTH_DAYS = 365 / 12;

function CheckedBill({ bill, onSpending }: CheckedBillProps) {
  const rebilled = withSentences(rebill(bill));
  const spending = energyEurMonth(bill, rebilled);
  return (
    <section className="bill-check-result" aria-live="polite">
      <h3>{totalsSentence(bill.total, rebilled.total)}</h3>
      {rebilled.warnings.map(({ code, sentence }) => (
        <p key={code} className="bill-check-warning">
          {sentence}
        </p>
      ))}
      <DataTable
        label="Tabla: su factura, línea a línea"
        head={["Concepto", "Impreso (€)", "Calculado (€)"]}
        rows={billRows(bill, rebilled).map(({ label, printed, ours, cause }, index) => ({
          key: `${index} ${label}`,
          label: (
            <>
              {label}
              {cause && <span className="bill-check-cause">{cause}</span>}
            </>
          ),
          cells: [
            eur(printed),
            cause ? (
              <strong key="ours" className="bill-check-differs">
                {eur(ours)}
              </strong>
            ) : (
              eur(ours)
            ),
          ],
        }))}
      />
      {spending !== null && (
        <Button variant="default" onClick={() => onSpending(spending)}>
          Usar su energía como gasto: {formatNumber(spending, { decimals: 2, unit: "€ al mes" })}
        </Button>
      )}
      <p className="bill-check-warning">Se ha calculado en su navegador; la factura no se envía a ningún sitio.</p>
    </section>
  );
}
