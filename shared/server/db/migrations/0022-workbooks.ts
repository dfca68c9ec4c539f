import type { MigrationInterface, QueryRunner } from "typeorm";

/** Workbooks as a third kind of report. */
export class Workbooks1700000000022 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(kindsAre("'basic', 'premium', 'workbook'"));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DELETE FROM reports WHERE kind = 'workbook'");
    await runner.query(kindsAre("'basic', 'premium'"));
  }
}

/** Checked of new rows alone, since a scan would hold up those who read: every row has one of these kinds. */
const kindsAre = (kinds: string) => `
  ALTER TABLE reports DROP CONSTRAINT ck_reports_kind,
    ADD CONSTRAINT ck_reports_kind CHECK (kind IN (${kinds})) NOT VALID;
`;
