import type { Results } from "@ecotrim/contracts/simulations/result";
import { Table } from "@mantine/core";
import { useNumberStyle } from "../../lib/number-style.ts";
import "./results.css";

const ROWS = [
  { name: "Sin batería", key: "without_battery_kw" },
  { name: "Con batería", key: "with_battery_kw" },
] as const;

/** The highest power bought in each tariff period. */
export function Peaks({ results: { peaks } }: { results: Results }) {
  const { figure } = useNumberStyle();
  if (!peaks) return null;
  return (
    <section className="card">
      <h2>Punta de compra por periodo</h2>
      {peaks.length === 0 ? (
        <p className="result-note">No aplicable: el periodo simulado es demasiado corto.</p>
      ) : (
        <Table.ScrollContainer
          minWidth={300}
          type="native"
          // A region that scrolls must be reachable by keyboard.
          role="region"
          tabIndex={0}
          aria-label="Tabla: punta de compra por periodo"
        >
          <Table className="figures-table" verticalSpacing={6} horizontalSpacing={4}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">kW</Table.Th>
                {peaks.map(({ period }) => (
                  <Table.Th key={period} scope="col">
                    {period}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {ROWS.map(({ name, key }) => (
                <Table.Tr key={key}>
                  <Table.Th scope="row">{name}</Table.Th>
                  {peaks.map((peak) => (
                    <Table.Td key={peak.period}>{figure(peak[key], 0)}</Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </section>
  );
}
