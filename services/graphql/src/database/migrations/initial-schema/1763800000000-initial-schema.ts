import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rowLevelSecurity } from './row-policies';
import { tables } from './tables';
import { dropEverything } from './drop-everything';
import { triggers } from './functions-and-triggers';

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
