import type { MigrationInterface, QueryRunner } from "typeorm";

/** Terms on which a battery is financed, of simulations and of the reports that show them. */
export class FinanceTerms1700000000024 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE simulations ADD COLUMN finance_terms jsonb;
      ALTER TABLE reports ADD COLUMN finance_terms jsonb;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE reports DROP COLUMN finance_terms;
      ALTER TABLE simulations DROP COLUMN finance_terms;
    `);
  }
}
