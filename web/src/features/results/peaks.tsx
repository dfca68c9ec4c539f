import type { Results } from "@ecotrim/contracts/simulations/result";
import { Table } from "@mantine/core";
import { useNumberStyle } from "../../lib/number-style.ts";
import "./results.css";

/** The highest power bought in each tariff period. */
export function Peaks({ results: { peaks } }: { results: Results }) {
  const { figure } = useNumberStyle();
  return (
    <section className="card">
      <h2>Punta de compra por periodo</h2>
      {peaks.length === 0 ? (
        <p className="result-note">No aplicable: el periodo simulado es demasiado corto.</p>
      ) : (
        <Table.ScrollContainer minWidth={260} type="native">
          <Table className="figures-table" verticalSpacing={7}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">Periodo</Table.Th>
                <Table.Th scope="col">Sin batería (kW)</Table.Th>
                <Table.Th scope="col">Con batería (kW)</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {peaks.map(({ period, without_battery_kw, with_battery_kw }) => (
                <Table.Tr key={period}>
                  <Table.Th scope="row">{period}</Table.Th>
                  <Table.Td>{figure(without_battery_kw, 0)}</Table.Td>
                  <Table.Td>{figure(with_battery_kw, 0)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </section>
  );
}
