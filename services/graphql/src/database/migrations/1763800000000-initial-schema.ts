import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rowLevelSecurity } from './initial-schema/row-policies';
import { tables } from './initial-schema/tables';
import { dropEverything } from './initial-schema/drop-everything';
import { triggers } from './initial-schema/functions-and-triggers';

/** The schema of release 0.2.0. */
export class InitialSchema1763800000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(tables);
    await queryRunner.query(triggers);
    await queryRunner.query(rowLevelSecurity);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(dropEverything);
  }
}
