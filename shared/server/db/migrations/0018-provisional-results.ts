import type { MigrationInterface, QueryRunner } from "typeorm";
import { IS_REPLACED, listedFigures } from "./0017-trusted-ranks.ts";

/**
 * Results under a contract are provisional until the study of powers replaces them: lists then take the new figures, and
 * give none a rank before.
 */
export class ProvisionalResults1700000000018 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      extract("|| CASE WHEN NEW.results ? 'provisional' THEN '{\"provisional\": true}' ELSE '{}' END::jsonb"),
    );
    await runner.query(
      listedFigures(`AND NOT ${IS_REPLACED} AND NOT coalesce(c.verdict_basis ? 'provisional', false)`),
    );
    await runner.query(copyAfter("status, results", "OR OLD.verdict_basis IS DISTINCT FROM NEW.verdict_basis"));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(extract(""));
    await runner.query(listedFigures(`AND NOT ${IS_REPLACED}`));
    await runner.query(copyAfter("status", ""));
  }
}

/** @param mark what the basis of a verdict has besides */
const extract = (mark: string) => `
  CREATE OR REPLACE FUNCTION extract_economics() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    NEW.economics := economics_of(NEW.results);
    NEW.verdict_basis := verdict_basis_of(NEW.results) ${mark};
    RETURN NEW;
  END $$;
`;

const copyAfter = (columns: string, otherChange: string) => `
  DROP TRIGGER tr_computations_listed ON computations;
  CREATE TRIGGER tr_computations_listed AFTER UPDATE OF ${columns} ON computations
    FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status ${otherChange})
    EXECUTE FUNCTION copy_listed_figures_of_computation();
`;
