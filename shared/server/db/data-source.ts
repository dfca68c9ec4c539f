import pg from "pg";
import { DataSource } from "typeorm";
import type { Logger } from "../observability/logger.ts";
import { BillingCustomerEntity, PaymentEntity, StripeEventEntity, SubscriptionEntity } from "./entities/billing.ts";
import { BrandEntity } from "./entities/brand.ts";
import { ComputationEntity } from "./entities/computation.ts";
import { ContactMessageEntity } from "./entities/contact-message.ts";
import { CurveContentEntity, CurveEntity } from "./entities/curve.ts";
import { InstallationEntity } from "./entities/installation.ts";
import { LinkTokenEntity } from "./entities/link-token.ts";
import { MailEntity } from "./entities/mail.ts";
import { NotificationEntity } from "./entities/notification.ts";
import { OfferEntity } from "./entities/offer.ts";
import { RateCountEntity } from "./entities/rate-count.ts";
import { ReportEntity } from "./entities/report.ts";
import { SessionEntity } from "./entities/session.ts";
import { ShareInvitationEntity, ShareLinkEntity } from "./entities/sharing.ts";
import { SimulationEntity } from "./entities/simulation.ts";
import { StudyEntity } from "./entities/study.ts";
import { UserEntity } from "./entities/user.ts";
import { UserSimulationEntity } from "./entities/user-simulation.ts";
import { WithdrawalEntity } from "./entities/withdrawal.ts";
import { KEEP_ALIVE } from "./keep-alive.ts";
import { Simulations1700000000001 } from "./migrations/0001-simulations.ts";
import { FollowUps1700000000002 } from "./migrations/0002-follow-ups.ts";
import { Accounts1700000000003 } from "./migrations/0003-accounts.ts";
import { Billing1700000000004 } from "./migrations/0004-billing.ts";
import { Withdrawals1700000000005 } from "./migrations/0005-withdrawals.ts";
import { RequestIds1700000000006 } from "./migrations/0006-request-ids.ts";
import { QueueLanes1700000000007 } from "./migrations/0007-queue-lanes.ts";
import { UnendedTries1700000000008 } from "./migrations/0008-unended-tries.ts";
import { LightCounts1700000000009 } from "./migrations/0009-light-counts.ts";
import { Studies1700000000010 } from "./migrations/0010-studies.ts";
import { Cases1700000000011 } from "./migrations/0011-cases.ts";
import { OwnNames1700000000012 } from "./migrations/0012-own-names.ts";
import { FairTurns1700000000013 } from "./migrations/0013-fair-turns.ts";
import { PrivacyWhenGiven1700000000014 } from "./migrations/0014-privacy-when-given.ts";
import { Verdicts1700000000015 } from "./migrations/0015-verdicts.ts";
import { Offers1700000000016 } from "./migrations/0016-offers.ts";
import { TrustedRanks1700000000017 } from "./migrations/0017-trusted-ranks.ts";
import { ProvisionalResults1700000000018 } from "./migrations/0018-provisional-results.ts";
import { SharedContracts1700000000019 } from "./migrations/0019-shared-contracts.ts";
import { Curves1700000000020 } from "./migrations/0020-curves.ts";
import { Installations1700000000021 } from "./migrations/0021-installations.ts";
import { Workbooks1700000000022 } from "./migrations/0022-workbooks.ts";
import { Proposals1700000000023 } from "./migrations/0023-proposals.ts";
import { FinanceTerms1700000000024 } from "./migrations/0024-finance-terms.ts";

/** Idle sessions are kept, since opening one costs more than most queries, ms. */
const IDLE_MS = 300_000;

interface DataSourceOptions {
  /** Size of this process's connection pool; default 10. */
  poolSize?: number;
  /** Shown in pg_stat_activity. */
  applicationName?: string;
  /** Logs connections that the server drops; the pool replaces them at the next query. */
  logger?: Pick<Logger, "warn">;
}

/**
 * A connection that the server may drop at any moment. Between the pool and the query runner nobody listens to its
 * errors, and an error without a listener ends the process; a query on it fails all the same.
 */
class Connection extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on("error", () => undefined);
  }
}

/** The data source of the platform, not connected yet: call `initialize()`, and `destroy()` at the end. */
export function createDataSource(databaseUrl: string, options: DataSourceOptions = {}): DataSource {
  return new DataSource({
    type: "postgres",
    url: databaseUrl,
    entities: [
      ComputationEntity,
      StudyEntity,
      SimulationEntity,
      UserEntity,
      SessionEntity,
      LinkTokenEntity,
      RateCountEntity,
      UserSimulationEntity,
      ShareInvitationEntity,
      ShareLinkEntity,
      NotificationEntity,
      MailEntity,
      ContactMessageEntity,
      BillingCustomerEntity,
      PaymentEntity,
      SubscriptionEntity,
      StripeEventEntity,
      ReportEntity,
      WithdrawalEntity,
      OfferEntity,
      CurveContentEntity,
      CurveEntity,
      BrandEntity,
      InstallationEntity,
    ],
    migrations: [
      Simulations1700000000001,
      FollowUps1700000000002,
      Accounts1700000000003,
      Billing1700000000004,
      Withdrawals1700000000005,
      RequestIds1700000000006,
      QueueLanes1700000000007,
      UnendedTries1700000000008,
      LightCounts1700000000009,
      Studies1700000000010,
      Cases1700000000011,
      OwnNames1700000000012,
      FairTurns1700000000013,
      PrivacyWhenGiven1700000000014,
      Verdicts1700000000015,
      Offers1700000000016,
      TrustedRanks1700000000017,
      ProvisionalResults1700000000018,
      SharedContracts1700000000019,
      Curves1700000000020,
      Installations1700000000021,
      Workbooks1700000000022,
      Proposals1700000000023,
      FinanceTerms1700000000024,
    ],
    migrationsTableName: "schema_migrations",
    synchronize: false,
    installExtensions: false,
    poolSize: options.poolSize ?? 10,
    applicationName: options.applicationName ?? "ecotrim",
    connectTimeoutMS: 5000,
    extra: { ...KEEP_ALIVE, idleTimeoutMillis: IDLE_MS, Client: Connection },
    poolErrorHandler: (error) => options.logger?.warn({ err: error }, "database connection lost"),
  });
}
