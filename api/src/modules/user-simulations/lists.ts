import { TIME_ZONE } from "@ecotrim/contracts/locale";
import {
  AREA_PAGE_SIZE,
  type AreaQuery,
  type HistoryQuery,
  type Pagination,
  type SimulationStats,
  type SimulationSummary,
  WHOLE_LIST_SIZE,
} from "@ecotrim/contracts/simulations/association";
import { HISTORY_PAGE_SIZE, WEEK_DAYS } from "@ecotrim/contracts/simulations/list-sizes";
import { SIMULATION_STATUSES } from "@ecotrim/contracts/simulations/record";
import { isProvisional } from "@ecotrim/contracts/simulations/result";
import { CHOSEN_DRIVER } from "@ecotrim/contracts/simulations/verdict";
import { isTrusted } from "@ecotrim/present/results/trust";
import { verdictOf } from "@ecotrim/present/results/verdict";
import { siteNameOf } from "@ecotrim/server/db/entities/user-simulation";
import type { Deps } from "../../deps.ts";

export interface Page {
  data: SimulationSummary[];
  pagination: Pagination;
}

/** Rows of a user to list: SQL conditions with parameters from $2 on, and their order. */
interface Listing {
  conditions: string[];
  parameters: unknown[];
  order: string;
  page: number;
  limit: number;
}

/** By date, the newest first. */
const NEWEST = "simulation_created_at DESC, simulation_id DESC";

const ORDERS: Record<NonNullable<AreaQuery["sort"]>, string> = {
  date: NEWEST,
  name: "name, simulation_id",
  // Results of an old model or another program have no rank, nor has a replaced spending: they come last.
  savings: "ranked_savings DESC NULLS LAST, simulation_id DESC",
};

const FILTERS: Record<NonNullable<AreaQuery["filter"]>, string[]> = {
  all: [],
  favorites: ["is_favorite"],
  completed: ["status = 'completed'"],
};

/** The list Mis Informes, whole where no page is asked for. */
export const listArea = (
  deps: Deps,
  userId: string,
  { filter = "all", sort = "date", page, limit = page ? AREA_PAGE_SIZE : WHOLE_LIST_SIZE }: AreaQuery,
): Promise<Page> =>
  list(deps, userId, { conditions: FILTERS[filter], parameters: [], order: ORDERS[sort], page: page ?? 1, limit });

/** The history; dates are whole days in Madrid. */
export function listHistory(
  deps: Deps,
  userId: string,
  { status, startDate, endDate, page = 1, limit = HISTORY_PAGE_SIZE }: HistoryQuery,
): Promise<Page> {
  const conditions: string[] = [];
  const parameters: unknown[] = [];
  const add = (condition: (parameter: string) => string, value: unknown) => {
    if (value === undefined) return;
    parameters.push(value);
    conditions.push(condition(`$${parameters.length + 1}`));
  };
  add((p) => `status = ${p}`, status);
  // `to_date` also accepts the year 0000, which a cast to date refuses.
  add((p) => `simulation_created_at >= to_date(${p}, 'YYYY-MM-DD')::timestamp AT TIME ZONE '${TIME_ZONE}'`, startDate);
  add(
    (p) => `simulation_created_at < (to_date(${p}, 'YYYY-MM-DD') + 1)::timestamp AT TIME ZONE '${TIME_ZONE}'`,
    endDate,
  );
  return list(deps, userId, { conditions, parameters, order: NEWEST, page, limit });
}

/** The page's ids come from one index; figures are read for its rows alone. */
async function list(
  { dataSource }: Deps,
  userId: string,
  { conditions, parameters, order, page, limit }: Listing,
): Promise<Page> {
  const where = ["user_id = $1", ...conditions].join(" AND ");
  const given = [userId, ...parameters];
  const [[{ count }], rows] = await Promise.all([
    dataSource.query(`SELECT count(*)::int AS count FROM user_simulations WHERE ${where}`, given),
    dataSource.query(
      `WITH page AS (
         SELECT simulation_id, row_number() OVER () AS place
           FROM (SELECT simulation_id FROM user_simulations WHERE ${where} ORDER BY ${order}
                  OFFSET ${(page - 1) * limit} LIMIT ${limit}) AS ids)
       ${SUMMARIES}
       ORDER BY page.place`,
      given,
    ),
  ]);
  const totalPages = Math.max(1, Math.ceil(count / limit));
  return {
    data: rows.map(summaryOf),
    pagination: {
      currentPage: page,
      totalPages,
      totalItems: count,
      hasPrevPage: page > 1,
      hasNextPage: page < totalPages,
    },
  };
}

/** SQL: what the studies of computation `c` say for its verdict, each as its record shows it. */
const VERDICT_STUDIES = `
  (SELECT jsonb_build_object('isComing', status IN ('pending', 'processing'),
                             'scenarios', coalesce((content ->> 'count')::int, 0),
                             'probability', content #> '{probability_npv_positive,value}',
                             'contracts', coalesce(content -> 'contract_probabilities', '[]'))
     FROM studies WHERE computation_id = c.id AND kind = 'uncertainty') AS risk,
  (SELECT status FROM studies WHERE computation_id = c.id AND kind = 'power') AS power,
  (SELECT jsonb_path_query_first(content, '$.drivers[*].key ? (@ != "${CHOSEN_DRIVER}")') #>> '{}'
     FROM studies tornado
    WHERE computation_id = c.id AND kind = 'sensitivity' AND status = 'completed'
      AND EXISTS (SELECT FROM studies WHERE computation_id = c.id AND kind = 'sizing' AND status = 'completed')) AS driver`;

/** The list's columns of the simulations named by `page`, as their holder ($1) sees them. */
const SUMMARIES = `
  SELECT s.id, held.status, s.created_at AS "createdAt", held.association_type AS "associationType",
         held.is_favorite AS "isFavorite", s.source, held.own_name AS "ownName", ${siteNameOf("held")} AS site, s.name,
         coalesce(c.input, s.input_parameters) AS input,
         coalesce(s.own_execution_time_ms, c.execution_time_ms) AS "executionTime", c.progress,
         coalesce(s.own_error_code, c.error_code) AS "errorCode",
         coalesce(s.own_error_message, c.error_message) AS "errorMessage",
         CASE WHEN s.own_status IS NULL THEN c.economics ELSE s.own_economics END AS economics,
         CASE WHEN s.own_status IS NULL THEN
           coalesce(c.verdict_basis, jsonb_build_object('engine_version', c.engine_version)) END AS "verdictBasis",
         ${VERDICT_STUDIES}
    FROM page
    JOIN user_simulations held ON held.simulation_id = page.simulation_id AND held.user_id = $1
    JOIN simulations s ON s.id = page.simulation_id
    LEFT JOIN computations c ON c.id = s.computation_id`;

/** The summaries of simulations in a user's list. */
export async function summariesOf({ dataSource }: Deps, userId: string, ids: string[]): Promise<SimulationSummary[]> {
  const rows = await dataSource.query(
    `WITH page AS (SELECT simulation_id FROM unnest($2::uuid[]) AS given (simulation_id)) ${SUMMARIES}`,
    [userId, ids],
  );
  return rows.map(summaryOf);
}

// biome-ignore lint/suspicious/noExplicitAny: a row of the query above
function summaryOf(row: any): SimulationSummary {
  const { id, status, associationType, isFavorite, source, input } = row;
  const completed = status === "completed";
  // Old models, and other programs, have none.
  const warnings = row.verdictBasis?.warnings ?? [];
  const economics = completed && isTrusted({ warnings }) ? row.economics : null;
  return {
    id,
    status,
    createdAt: row.createdAt.toISOString(),
    associationType,
    isFavorite,
    source,
    name: row.ownName,
    site: row.site,
    batteryName: row.name,
    capacityKwh: input.battery_capacity ?? null,
    powerKw: input.max_charge_power ?? null,
    generationKwp: input.pv_value ?? null,
    demandKw: input.demand_value ?? null,
    totalSpendings: input.total_spending ?? null,
    savings: economics?.savings ?? null,
    irr: economics?.irr ?? null,
    npv: economics?.npv ?? null,
    lcoe: economics?.lcoe ?? null,
    paybackYears: economics?.payback_years ?? null,
    provisional: completed && row.verdictBasis !== null && isProvisional(row.verdictBasis),
    verdict: completed
      ? verdictOf({
          basis: row.verdictBasis,
          contractKind: input.contract_kind,
          risk: row.risk,
          driver: row.driver,
          power: row.power,
        })
      : null,
    executionTime: completed ? row.executionTime : null,
    progress: status === "processing" || status === "pending" ? row.progress : null,
    error: status === "failed" ? { code: row.errorCode ?? "SOLVER_FAILED", message: row.errorMessage ?? "" } : null,
  };
}

/** SQL: the platform calculated the listed simulation, or will: counts and "best" are of these. */
const IS_OURS = "EXISTS (SELECT 1 FROM simulations WHERE simulations.id = simulation_id AND source = 'platform')";

/** Counts of a user's own list. */
export async function readStats({ dataSource }: Deps, userId: string): Promise<SimulationStats> {
  const held = "FROM user_simulations WHERE user_id = $1";
  const own = `${held} AND ${IS_OURS}`;
  const [statusBreakdown, [figures]]: [
    SimulationStats["statusBreakdown"],
    [Pick<SimulationStats, "external" | "recent24h" | "thisWeek" | "favorites" | "bestSavings">],
  ] = await Promise.all([
    dataSource.query(
      `SELECT _id, count FROM unnest($2::text[]) AS _id, LATERAL (SELECT count(*)::int ${own} AND status = _id) AS counted
        WHERE count > 0 ORDER BY _id`,
      [userId, SIMULATION_STATUSES],
    ),
    dataSource.query(
      `SELECT (SELECT count(*)::int ${own} AND simulation_created_at > now() - interval '24 hours') AS recent24h,
              (SELECT count(*)::int ${own} AND simulation_created_at > now() - interval '${WEEK_DAYS} days') AS "thisWeek",
              (SELECT count(*)::int ${held} AND NOT ${IS_OURS}) AS external,
              (SELECT count(*)::int ${held} AND is_favorite) AS favorites,
              (SELECT ranked_savings ${own} AND ranked_npv > 0
                ORDER BY ranked_savings DESC NULLS LAST LIMIT 1) AS "bestSavings"`,
      [userId],
    ),
  ]);
  return { total: statusBreakdown.reduce((sum, { count }) => sum + count, 0), ...figures, statusBreakdown };
}
