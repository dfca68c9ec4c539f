import type { FinanceTermsInput } from "@ecotrim/contracts/simulations/finance-terms";
import type { Financing } from "@ecotrim/contracts/simulations/financing";
import { financingOf } from "@ecotrim/engine/economics/ways";
import { SimulationEntity } from "@ecotrim/server/db/entities/simulation";
import type { Deps } from "../../deps.ts";
import type { SimulationRow } from "./record.ts";
import { type Capability, lockRow, openRow } from "./service.ts";

/** @throws AppError SIMULATION_NOT_FOUND. */
export async function readFinancing(deps: Deps, capability: Capability): Promise<Financing> {
  const row = await openRow(deps.dataSource.manager, capability);
  return financed(row, row.financeTerms ?? {});
}

/**
 * Keeps the terms of a simulation in the place of those before; nothing is computed anew.
 * @throws AppError SIMULATION_NOT_FOUND, INVALID_INPUT.
 */
export async function keepFinanceTerms(
  deps: Deps,
  capability: Capability,
  given: FinanceTermsInput,
): Promise<Financing> {
  return deps.dataSource.transaction(async (transaction) => {
    const row = await lockRow(transaction, capability);
    const financing = financed(row, given);
    await transaction.getRepository(SimulationEntity).update({ id: row.id }, { financeTerms: given });
    return financing;
  });
}

/** Results from elsewhere have no cash flow that could be financed. */
const financed = ({ ownStatus, computation }: SimulationRow, given: FinanceTermsInput): Financing =>
  financingOf(ownStatus ? null : computation.results, given);
