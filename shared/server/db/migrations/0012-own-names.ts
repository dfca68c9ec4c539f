import type { MigrationInterface, QueryRunner } from "typeorm";

/** Of text that people gave: not empty, without blanks around it or control characters. */
const CHECK = (column: string) => `
  ADD CONSTRAINT ck_user_simulations_${column} CHECK (
    char_length(${column}) BETWEEN 1 AND 120 AND ${column} = btrim(${column})
    AND ${column} !~ '[\\u0001-\\u001f\\u007f-\\u009f]') NOT VALID`;

/** Lists sort by the name they show; the version before writes none, and goes on sorting by what the trigger keeps. */
export class OwnNames1700000000012 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Checked of new rows alone: to read all the others, which hold nothing yet, would lock the table meanwhile.
      ALTER TABLE user_simulations ADD COLUMN own_name text, ADD COLUMN site text,
        ${CHECK("own_name")}, ${CHECK("site")};

      CREATE FUNCTION name_held_simulation() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.name := coalesce(NEW.own_name, (SELECT name FROM simulations WHERE id = NEW.simulation_id));
        RETURN NEW;
      END $$;
      CREATE TRIGGER tr_user_simulations_name BEFORE UPDATE OF own_name ON user_simulations
        FOR EACH ROW EXECUTE FUNCTION name_held_simulation();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE user_simulations SET own_name = NULL WHERE own_name IS NOT NULL;
      DROP TRIGGER tr_user_simulations_name ON user_simulations;
      DROP FUNCTION name_held_simulation;
      ALTER TABLE user_simulations DROP COLUMN own_name, DROP COLUMN site;
    `);
  }
}
