import { PREMIUM_REPORT_CENTS } from "@ecotrim/contracts/billing/prices";
import { formatCents } from "@ecotrim/contracts/numbers";
import { SAMPLE_PATH } from "@ecotrim/present/reports/sample";
import { Button, Menu } from "@mantine/core";
import { useCallback, useState } from "react";
import { Link } from "react-router-dom";
import { PremiumDialog } from "./premium-dialog.tsx";
import { ProposalDialog } from "./proposal-dialog.tsx";
import { useReport } from "./use-report.ts";

interface ReportMenuProps {
  simulationId: string;
  /** Name of the simulation. */
  name: string;
  label: string;
}

/** The reports of a completed simulation: basic one and workbook at once, the premium one once it is bought. */
export function ReportMenu({ simulationId, name, label }: ReportMenuProps) {
  const [buying, setBuying] = useState(false);
  const [proposing, setProposing] = useState(false);
  const { making, save, propose } = useReport(
    simulationId,
    useCallback(() => setBuying(true), []),
  );
  return (
    <>
      {/* Without the placeholder, which nobody sees, the focus goes to the first entry. */}
      <Menu position="bottom-end" withinPortal withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button variant="default" loading={making !== null} aria-label={`${label} de ${name}`}>
            {label}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => void save("basic")}>Informe básico (PDF) · gratis</Menu.Item>
          <Menu.Item onClick={() => void save("workbook")}>Libro de Excel con fórmulas · gratis</Menu.Item>
          <Menu.Item onClick={() => void save("premium")}>
            Informe premium (PDF) · {formatCents(PREMIUM_REPORT_CENTS)}, si aún no lo tiene
          </Menu.Item>
          <Menu.Item component={Link} to={SAMPLE_PATH}>
            Ver un informe premium de ejemplo
          </Menu.Item>
          <Menu.Item onClick={() => setProposing(true)}>Propuesta para su cliente · suscriptores</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <span className="visually-hidden" role="status">
        {making && "Generando el informe..."}
      </span>
      <PremiumDialog simulationId={simulationId} name={name} opened={buying} onClose={() => setBuying(false)} />
      <ProposalDialog
        name={name}
        opened={proposing}
        making={making === "proposal"}
        onClose={() => setProposing(false)}
        onAsk={async (proposal) => {
          await propose(proposal);
          setProposing(false);
        }}
      />
    </>
  );
}
