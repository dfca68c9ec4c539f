import { HISTORY_PAGE_SIZE, TIME_ZONE, WEEK_DAYS } from "@ecotrim/shared/product";
import {
  AREA_PAGE_SIZE,
  type AreaQuery,
  type HistoryQuery,
  type Pagination,
  type SimulationStats,
  type SimulationSummary,
} from "@ecotrim/shared/simulations/association";
import type { Deps } from "../../deps.ts";

export interface Page {
  data: SimulationSummary[];
  pagination: Pagination;
}

/** Rows of a user to list: conditions with parameters from $2 on, and their order. */
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
  savings: "savings DESC NULLS LAST, simulation_id DESC",
};

const FILTERS: Record<NonNullable<AreaQuery["filter"]>, string[]> = {
  all: [],
  favorites: ["is_favorite"],
  completed: ["status = 'completed'"],
};

/** Mis Informes. */
export const listArea = (
  deps: Deps,
  userId: string,
  { filter = "all", sort = "date", page = 1, limit = AREA_PAGE_SIZE }: AreaQuery,
): Promise<Page> =>
  list(deps, userId, { conditions: FILTERS[filter], parameters: [], order: ORDERS[sort], page, limit });

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
  add((p) => `simulation_created_at >= ${p}::date::timestamp AT TIME ZONE '${TIME_ZONE}'`, startDate);
  add((p) => `simulation_created_at < (${p}::date + 1)::timestamp AT TIME ZONE '${TIME_ZONE}'`, endDate);
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

const FIGURES = "CASE WHEN s.own_status IS NULL THEN c.results ELSE s.own_results END";
const economic = (name: string) => `${FIGURES} #> '{kpi_new_table,economics,${name}}' AS ${name}`;

/** What a list shows of the simulations named by `page`, as their holder ($1) sees them. */
const SUMMARIES = `
  SELECT s.id, held.status, s.created_at AS "createdAt", held.association_type AS "associationType",
         held.is_favorite AS "isFavorite", s.source, s.name, s.input_parameters AS "inputParameters",
         coalesce(s.own_execution_time_ms, c.execution_time_ms) AS "executionTime", c.progress,
         coalesce(s.own_error_code, c.error_code) AS "errorCode",
         coalesce(s.own_error_message, c.error_message) AS "errorMessage",
         ${["savings", "irr", "npv", "lcoe", "payback_years"].map(economic).join(", ")}
    FROM page
    JOIN user_simulations held ON held.simulation_id = page.simulation_id AND held.user_id = $1
    JOIN simulations s ON s.id = page.simulation_id
    LEFT JOIN computations c ON c.id = s.computation_id`;

/** A figure of results that may be of an API client's own shape: a number, or an array that begins with one. */
function figureOf(value: unknown): number | null {
  const first = Array.isArray(value) ? value[0] : value;
  return typeof first === "number" && Number.isFinite(first) ? first : null;
}

// biome-ignore lint/suspicious/noExplicitAny: a row of the query above
function summaryOf(row: any): SimulationSummary {
  const { id, status, associationType, isFavorite, source, inputParameters: input } = row;
  const completed = status === "completed";
  const shown = (value: unknown) => (completed ? figureOf(value) : null);
  return {
    id,
    status,
    createdAt: row.createdAt.toISOString(),
    associationType,
    isFavorite,
    source,
    batteryName: row.name,
    capacityKwh: figureOf(input.battery_capacity),
    powerKw: figureOf(input.max_charge_power),
    generationKwp: figureOf(input.pv_value),
    demandKw: figureOf(input.demand_value),
    totalSpendings: figureOf(input.total_spending),
    savings: shown(row.savings),
    irr: shown(row.irr),
    npv: shown(row.npv),
    lcoe: shown(row.lcoe),
    paybackYears: shown(row.payback_years),
    executionTime: shown(row.executionTime),
    progress: status === "processing" || status === "pending" ? row.progress : null,
    error: status === "failed" ? { code: row.errorCode ?? "SOLVER_FAILED", message: row.errorMessage ?? "" } : null,
  };
}

/** Counts of a user's own list. */
export async function readStats({ dataSource }: Deps, userId: string): Promise<SimulationStats> {
  const statuses = await dataSource.query(
    `SELECT status AS _id, count(*)::int AS count,
            count(*) FILTER (WHERE simulation_created_at > now() - interval '24 hours')::int AS recent24h,
            count(*) FILTER (WHERE simulation_created_at > now() - interval '${WEEK_DAYS} days')::int AS "thisWeek"
       FROM user_simulations WHERE user_id = $1 GROUP BY status ORDER BY status`,
    [userId],
  );
  const [{ favorites, bestSavings }] = await dataSource.query(
    `SELECT (SELECT count(*)::int FROM user_simulations WHERE user_id = $1 AND is_favorite) AS favorites,
            (SELECT max(savings) FROM user_simulations WHERE user_id = $1) AS "bestSavings"`,
    [userId],
  );
  const total = (name: "count" | "recent24h" | "thisWeek") =>
    statuses.reduce((sum: number, row: Record<typeof name, number>) => sum + row[name], 0);
  return {
    total: total("count"),
    recent24h: total("recent24h"),
    thisWeek: total("thisWeek"),
    favorites,
    bestSavings,
    statusBreakdown: statuses.map(({ _id, count }: SimulationStats["statusBreakdown"][number]) => ({ _id, count })),
  };
}
