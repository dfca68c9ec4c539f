import type { MigrationInterface, QueryRunner } from "typeorm";

/** The pages ask for the acceptance of the privacy policy; other clients of the API may send none. */
export class PrivacyWhenGiven1700000000014 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of ["users", "contact_messages"])
      await runner.query(
        `ALTER TABLE ${table} ALTER COLUMN privacy_accepted_at DROP NOT NULL, ALTER COLUMN privacy_version DROP NOT NULL`,
      );
  }

  /** The version before always writes both columns, so that it gets on with this schema and rows without them. */
  async down(): Promise<void> {}
}
