import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the `log` provider took names people too: it goes with the message that it was. */
export class ForgetLoggedTexts1763720300000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
    CREATE FUNCTION forget_logged_texts() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      DELETE FROM logged_texts WHERE id IN (SELECT id FROM removed);
      RETURN NULL;
    END $$;
    CREATE TRIGGER forget_logged_texts AFTER DELETE ON sms_messages REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION forget_logged_texts();
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TRIGGER forget_logged_texts ON sms_messages; DROP FUNCTION forget_logged_texts()');
  }
}
