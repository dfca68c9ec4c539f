import Type, { type Static } from "typebox";
import { Email } from "../auth/account.ts";
import { Line } from "../line.ts";
import { HISTORY_PAGE_SIZE } from "./list-sizes.ts";
import { Progress } from "./progress.ts";
import { OwnNames, SimulationError, SimulationStatus } from "./record.ts";
import { Verdict } from "./verdict.ts";

/** How an account holds simulations: association, lists, statistics, sharing. */

const closed = { additionalProperties: false } as const;
const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

export const ASSOCIATION_TYPES = ["creator", "shared"] as const;
export const AssociationType = Type.Enum([...ASSOCIATION_TYPES], { title: "El tipo de asociación" });
export type AssociationType = Static<typeof AssociationType>;

/**
 * `creator` with `registration_link` claims the simulation of the request's access token. `shared` with `manual_share`
 * and an e-mail gives another person read access.
 */
export const Associate = Type.Object(
  {
    associationType: Type.Optional(AssociationType),
    metadata: Type.Optional(
      Type.Object(
        {
          associationSource: Type.Optional(
            Type.Enum(["registration_link", "manual_share"], { title: "El origen de la asociación" }),
          ),
          /** Time at which the visitor asked to keep the simulation, epoch ms or ISO 8601. */
          originalTimestamp: Type.Optional(Type.Union([Type.Number(), Type.String({ maxLength: 40 })])),
        },
        closed,
      ),
    ),
    email: Type.Optional(Email),
  },
  closed,
);
export type Associate = Static<typeof Associate>;

export const SimulationName = Line({ title: "El nombre", maxLength: 120 });
export const SimulationSite = Line({ title: "El emplazamiento", maxLength: 120 });

/** What the holder calls a simulation; an empty text takes it back, what is left out stays. */
export const NameSimulation = Type.Object(
  { name: Type.Optional(SimulationName), site: Type.Optional(SimulationSite) },
  closed,
);
export type NameSimulation = Static<typeof NameSimulation>;

/** A simulation in a list: the figures of its card or row, never plots. Money EUR, `irr` a fraction. */
export const SimulationSummary = Type.Object({
  id: Type.String({ format: "uuid" }),
  status: SimulationStatus,
  createdAt: Type.String({ format: "date-time" }),
  associationType: AssociationType,
  isFavorite: Type.Boolean(),
  source: Type.Enum(["platform", "external"]),
  ...OwnNames.properties,
  batteryName: Type.String(),
  capacityKwh: Nullable(Type.Number()),
  powerKw: Nullable(Type.Number()),
  /** kWp */
  generationKwp: Nullable(Type.Number()),
  /** Average demand of an operating day, kW. */
  demandKw: Nullable(Type.Number()),
  totalSpendings: Nullable(Type.Number()),
  savings: Nullable(Type.Number()),
  irr: Nullable(Type.Number()),
  npv: Nullable(Type.Number()),
  lcoe: Nullable(Type.Number()),
  paybackYears: Nullable(Type.Number()),
  /** Whether the figures are those of `results.provisional`. */
  provisional: Type.Boolean(),
  /** null until the simulation is completed. */
  verdict: Nullable(Verdict),
  executionTime: Nullable(Type.Number()),
  progress: Nullable(Progress),
  error: Nullable(SimulationError),
});
export type SimulationSummary = Static<typeof SimulationSummary>;

export const Pagination = Type.Object({
  currentPage: Type.Integer(),
  totalPages: Type.Integer(),
  totalItems: Type.Integer(),
  hasPrevPage: Type.Boolean(),
  hasNextPage: Type.Boolean(),
});
export type Pagination = Static<typeof Pagination>;

const Page = Type.Integer({ title: "La página", minimum: 1, maximum: 1_000_000, default: 1 });

/** Query of the history; dates are whole days in Madrid, both ends included. Empty values count as missing. */
export const HistoryQuery = Type.Object(
  {
    status: Type.Optional(SimulationStatus),
    startDate: Type.Optional(Type.String({ title: "La fecha inicial", format: "date" })),
    endDate: Type.Optional(Type.String({ title: "La fecha final", format: "date" })),
    page: Type.Optional(Page),
    limit: Type.Optional(
      Type.Integer({ title: "El tamaño de página", minimum: 1, maximum: 100, default: HISTORY_PAGE_SIZE }),
    ),
  },
  closed,
);
export type HistoryQuery = Static<typeof HistoryQuery>;

export const AREA_FILTERS = ["all", "favorites", "completed"] as const;
export const AREA_SORTS = ["date", "name", "savings"] as const;

/** Simulations of one page of Mis Informes. */
export const AREA_PAGE_SIZE = 12;

/** Simulations of the longest list that is answered whole; the rest is read by pages. */
export const WHOLE_LIST_SIZE = 1000;

/** Without page and page size the list is answered whole. */
export const AreaQuery = Type.Object(
  {
    filter: Type.Optional(Type.Enum([...AREA_FILTERS], { title: "El filtro" })),
    sort: Type.Optional(Type.Enum([...AREA_SORTS], { title: "El orden" })),
    page: Type.Optional(Type.Integer({ title: "La página", minimum: 1, maximum: 1_000_000 })),
    limit: Type.Optional(Type.Integer({ title: "El tamaño de página", minimum: 1, maximum: 100 })),
  },
  closed,
);
export type AreaQuery = Static<typeof AreaQuery>;

/** Counts of what the platform calculated, so that its figures are nobody else's; favourites are the user's own marks. */
export const SimulationStats = Type.Object({
  total: Type.Integer(),
  /** Simulations that a client ended with results or a failure of its own, in no other count. */
  external: Type.Integer(),
  recent24h: Type.Integer(),
  /** Simulations of the last 7 days. */
  thisWeek: Type.Integer(),
  favorites: Type.Integer(),
  /** Highest yearly saving, EUR, of those that the present model calculated, whose NPV is positive. */
  bestSavings: Nullable(Type.Number()),
  statusBreakdown: Type.Array(Type.Object({ _id: SimulationStatus, count: Type.Integer() })),
});
export type SimulationStats = Static<typeof SimulationStats>;

/** What a share link shows; left out, a new link hides it and a live one stays as it is. */
export const ShareByLink = Type.Object(
  { showsContract: Type.Optional(Type.Boolean({ title: "La muestra de la factura y las potencias" })) },
  closed,
);
export type ShareByLink = Static<typeof ShareByLink>;

/** A live link, and whether its readers see the contract and the bill. */
export const ShareLink = Type.Object({
  url: Type.String(),
  showsContract: Type.Boolean(),
  createdAt: Type.String({ format: "date-time" }),
});
export type ShareLink = Static<typeof ShareLink>;

/** The people and the link a simulation is shared with, as its owner sees them. */
export const Sharing = Type.Object({
  /** Null when there is none. */
  link: Nullable(ShareLink),
  /** `accepted` once an account has confirmed the address. */
  people: Type.Array(
    Type.Object({ email: Type.String(), accepted: Type.Boolean(), createdAt: Type.String({ format: "date-time" }) }),
  ),
});
export type Sharing = Static<typeof Sharing>;
