import type { CurveSummary } from "@ecotrim/contracts/curves/curve";
import type { Installation } from "@ecotrim/contracts/installations/installation";
import { formatNumber, formatPercent } from "@ecotrim/contracts/numbers";
import { DEFAULT_PROVINCE, provinceCode, provinceName } from "@ecotrim/contracts/simulations/provinces";
import { DEFAULT_TARIFF } from "@ecotrim/contracts/simulations/tariff";
import { mwh } from "@ecotrim/present/curves/balance";
import { TRUST_NAMES } from "@ecotrim/present/curves/trust";
import { shortDate } from "@ecotrim/present/dates";
import { labelOf, spell } from "@ecotrim/present/figures";
import { ActionIcon, Button, Menu } from "@mantine/core";
import { useRef } from "react";
import { Link } from "react-router-dom";
import { saveFile } from "../../../lib/download.ts";
import { fileNameOf } from "../../../lib/file-name.ts";
import { randomHex } from "../../../lib/random.ts";
import { MoreIcon } from "../../../ui/icons.tsx";
import { linkToWizard } from "../../installations/addresses.ts";
import { copyInstallation } from "../../installations/calls.ts";
import { useChange } from "../../installations/queries.ts";
import { batterySize } from "../../simulations/battery-size.ts";
import { useDetailLink } from "../../simulations/detail-address.ts";
import { VerdictWord } from "../../simulations/summary-verdict.tsx";

interface InstallationCardProps {
  site: Installation;
  onRename: (site: Installation) => void;
  onDelete: (site: Installation) => void;
  onDeleteCurve: (site: Installation, curve: SiteCurve) => void;
}

/** A curve of a site, by its name among the answers. */
export type SiteCurve = Installation["goneCurves"][number];

/** A site: what it is, what its newest simulation says, and what can be done with it. */
export function InstallationCard({ site, onRename, onDelete, onDeleteCurve }: InstallationCardProps) {
  const { id, name, answers, curve, goneCurves, latest } = site;
  const detailLink = useDetailLink();
  const key = useRef(randomHex());
  const copy = useChange({
    run: async () => {
      // The same key until a copy is made, so that an answer lost on its way makes no second one.
      const made = await copyInstallation(id, key.current);
      key.current = randomHex();
      return made;
    },
    done: (made) => `Se ha copiado como «${made.name}».`,
    failed: "No se ha podido copiar la instalación",
  });
  return (
    <article className="card installation" aria-label={name}>
      <div className="installation-facts">
        <h2>{name}</h2>
        <p>{factsOf(site)}</p>
        <div className="installation-basis">
          <span data-rough={curve === null || undefined}>
            {curve ? `Curva de confianza ${curve.trust} (${TRUST_NAMES[curve.trust]})` : "Orientativo"}
          </span>
          <span>{answers.contract ? "Con factura" : "Sin factura"}</span>
        </div>
        {curve && <p>{curveLine(curve)}</p>}
        {goneCurves.length > 0 && <p>{GONE[goneCurves[0]!]}</p>}
      </div>
      <div className="installation-result">
        <NewestResult site={site} />
      </div>
      <div className="installation-actions">
        <Button component={Link} {...linkToWizard(site, "battery")} aria-label={`Nueva simulación con ${name}`}>
          Nueva simulación
        </Button>
        <div className="installation-others">
          {latest ? (
            <Button
              component={Link}
              {...detailLink(latest.id)}
              variant="default"
              aria-label={`Ver resultado de ${name}`}
            >
              Ver resultado
            </Button>
          ) : (
            <Button
              component={Link}
              {...linkToWizard(site, "plant")}
              variant="default"
              aria-label={`Editar los datos de ${name}`}
            >
              Editar los datos
            </Button>
          )}
          <Menu position="bottom-end" withinPortal withInitialFocusPlaceholder={false}>
            <Menu.Target>
              <ActionIcon variant="default" size={44} loading={copy.isPending} aria-label={`Más opciones de ${name}`}>
                <MoreIcon />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => onRename(site)}>Cambiar el nombre</Menu.Item>
              <Menu.Item component={Link} {...linkToWizard(site, "plant")}>
                Editar los datos
              </Menu.Item>
              <Menu.Item component={Link} {...linkToWizard(site, "consumption")}>
                {curve ? "Añadir meses o cambiar la curva" : "Subir una curva"}
              </Menu.Item>
              <Menu.Item onClick={() => copy.mutate(undefined)}>Copiar</Menu.Item>
              <Menu.Item onClick={() => save(site)}>Descargar (JSON)</Menu.Item>
              {SITE_CURVES.filter((one) => answers[one] !== undefined).map((one) => (
                <Menu.Item key={one} c="red.9" onClick={() => onDeleteCurve(site, one)}>
                  Borrar la {CURVE_NAMES[one]}
                </Menu.Item>
              ))}
              <Menu.Item c="red.9" onClick={() => onDelete(site)}>
                Borrar
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </div>
      </div>
    </article>
  );
}

const SITE_CURVES: SiteCurve[] = ["curve_id", "pv_curve_id"];
export const CURVE_NAMES = { curve_id: "curva de consumo", pv_curve_id: "curva de producción" } as const;

/** What the curve says of a year and of a day, and how much of it was measured. */
function curveLine({ annual_kwh, base_kw, peak_kw, peak_at, measured_share }: CurveSummary): string {
  const kw = (value: number) => formatNumber(value, { decimals: 0, unit: "kW" });
  return [
    `${mwh(annual_kwh)} al año`,
    `${kw(base_kw)} de noche`,
    `punta de ${kw(peak_kw)} el ${shortDate(peak_at)}`,
    measured_share === 1 ? "medida entera" : `medida al ${formatPercent(measured_share)}`,
  ].join(" · ");
}

const GONE = {
  curve_id: "Su curva de consumo se borró: queda el consumo medio.",
  pv_curve_id: "Su curva de producción se borró: queda la producción estimada.",
} as const;

const factsOf = ({ answers: { generation, demand, province, tariff, contract } }: Installation): string =>
  [
    formatNumber(generation, { unit: "kWp" }),
    `${formatNumber(demand.average, { decimals: 0, unit: "kW" })} de media`,
    contract?.tariff ?? tariff ?? DEFAULT_TARIFF,
    provinceName(provinceCode(province ?? DEFAULT_PROVINCE)),
  ].join(" · ");

function NewestResult({ site: { latest, simulations } }: Pick<InstallationCardProps, "site">) {
  const count = `${simulations} ${simulations === 1 ? "simulación" : "simulaciones"}`;
  if (!latest) return <p>{simulations === 0 ? "Todavía sin simulaciones." : `${count}, todavía sin resultado.`}</p>;
  return (
    <>
      <p>
        <VerdictWord verdict={latest.verdict} />{" "}
        {latest.savings !== null && (
          <>
            <b className="installation-saving">{spell("savings", latest.savings)}</b> al año
          </>
        )}
      </p>
      <p>
        {[latest.npv === null ? "" : `${labelOf("npv")} ${spell("npv", latest.npv)}`, batterySize(latest)]
          .filter(Boolean)
          .join(" · ")}
      </p>
      <p className="installation-when">
        {shortDate(latest.createdAt)} · {count}
      </p>
    </>
  );
}

/** The site as a file, without what the account says of it. */
function save({ name, answers, curve, goneCurves, createdAt, updatedAt }: Installation): void {
  const kept = { name, answers, curve, goneCurves, createdAt, updatedAt };
  const file = new Blob([JSON.stringify(kept, null, 2)], { type: "application/json" });
  saveFile(file, `instalacion-${fileNameOf(name, "sin-nombre")}.json`);
}
