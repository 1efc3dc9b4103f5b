import {
  MAX_IMPORT_BYTES,
  MAX_IMPORT_COLUMNS,
  MAX_IMPORT_ROWS,
  MAX_IMPORT_ROWS_PER_REQUEST,
  MAX_IMPORTS_PER_DAY,
  MAX_NAME_LENGTH,
  MAX_TEXT_LENGTH,
} from '@dripline/contract/limits';
import { ArrayMaxSize, ArrayMinSize, IsOptional, Length, Max, MaxLength, Min, ValidateNested } from 'class-validator';
import { Arg, Args, ArgsType, Authorized, Ctx, Field, ID, Int, Mutation, Query, Resolver } from 'type-graphql';
import { IsNull, MoreThan, Not } from 'typeorm';
import { authorizeBuilder, DASHBOARD_ROLES, loadOwned, type Role } from '../../access/access';
import { IdArg } from '../../api/arguments';
import type { Context } from '../../api/context';
import { CsvPart } from '../../api/csv-part.types';
import { fail, fieldError } from '../../api/errors';
import { Campaign } from '../../campaigns/campaign.entity';
import { nameOfAccount } from '../../sessions/name-of-account';
import { MAX_USER_AGENT_LENGTH } from '../consent/to-consent';
import { LeadJob } from '../jobs/lead-job.entity';
import { importJob, startJob } from '../jobs/start-job';
import { addRows } from './add-rows';
import { importRules } from './import-page';
import { ImportColumn, ImportTarget, LeadImport } from './lead-import.entity';
import type { ImportField } from './read-row';
import { rejectedRowsCsv } from './rejected-rows-csv';

const DAY_MS = 24 * 60 * 60 * 1000;

@ArgsType()
class CreateLeadImportArgs {
  @Field(() => ID, { description: 'The ID of the campaign that gets the leads.' })
  campaignId!: string;

  @Field(() => String, { description: `The name of the file, 1 to ${MAX_NAME_LENGTH} characters.` })
  @Length(1, MAX_NAME_LENGTH)
  fileName!: string;

  @Field(() => [ImportColumn], { description: `The 1 to ${MAX_IMPORT_COLUMNS} columns of the file, in order.` })
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_IMPORT_COLUMNS)
  @ValidateNested()
  columns!: ImportColumn[];

  @Field(() => String, {
    nullable: true,
    description:
      'Where and when the people agreed to text messages, such as `Signed the form at the counter in May`. Required if a column says who did.',
  })
  @IsOptional()
  @MaxLength(MAX_TEXT_LENGTH)
  howObtained?: string | null;
}

@ArgsType()
class AddLeadImportRowsArgs {
  @Field(() => ID, { description: 'The ID of the import.' })
  id!: string;

  @Field(() => Int, {
    description: 'The position of the first of these rows in the file, from 0. The column names are not counted.',
  })
  @Min(0, { message: 'position must be at least 0.' })
  @Max(MAX_IMPORT_ROWS, { message: `position must be at most ${MAX_IMPORT_ROWS}.` })
  position!: number;

  @Field(() => [[String]], {
    description: `The cells of 1 to ${MAX_IMPORT_ROWS_PER_REQUEST} rows. Cells that a row lacks are empty.`,
  })
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_IMPORT_ROWS_PER_REQUEST)
  rows!: string[][];
}

@Resolver(() => LeadImport)
export class LeadImportResolver {
  @Authorized<Role>(...DASHBOARD_ROLES)
  @Mutation(() => LeadImport, {
    description:
      'Creates an import of a file of leads. Add its rows, look at `problems`, then start it. It replaces an import that the account has not started.',
  })
  async createLeadImport(
    @Args(() => CreateLeadImportArgs) { campaignId, fileName, columns, howObtained }: CreateLeadImportArgs,
    @Ctx() ctx: Context,
  ): Promise<LeadImport> {
    const { manager } = ctx.dataSource;
    const find = (id: string) => manager.findOneBy(Campaign, { id });
    const { id, clientId } = await loadOwned(ctx, campaignId, find, 'Campaign', authorizeBuilder);
    const { fields } = await importRules(manager, { campaignId: id, columns }, ctx.settings.phoneCountry);
    assertColumns(columns, fields);
    const agreed = howObtained?.trim() || null;
    if (agreed === null && columns.some(({ target }) => target === ImportTarget.consent))
      throw fieldError('howObtained', 'howObtained: Say where and when the people agreed.');
    const createdBy = await nameOfAccount(ctx);
    return ctx.dataSource.transaction(async (db) => {
      await db.delete(LeadImport, { clientId, createdBy, startedAt: IsNull() });
      const created = db.create(LeadImport, {
        ...{ clientId, campaignId: id, fileName, columns, howObtained: agreed, createdBy },
        ...{ ipAddress: ctx.ipAddress, userAgent: ctx.viewHeaders.userAgent.slice(0, MAX_USER_AGENT_LENGTH) },
      });
      return db.findOneByOrFail(LeadImport, { id: (await db.save(created)).id });
    });
  }

  @Authorized<Role>(...DASHBOARD_ROLES)
  @Mutation(() => LeadImport, {
    description: `Adds rows to an import that has not been started, in their order, and checks them. Rows that were added before are ignored, so that a request can be repeated. An import has at most ${MAX_IMPORT_ROWS} rows and ${MAX_IMPORT_BYTES / 1024 ** 2} MB.`,
  })
  async addLeadImportRows(
    @Args(() => AddLeadImportRowsArgs) { id, position, rows }: AddLeadImportRowsArgs,
    @Ctx() ctx: Context,
  ): Promise<LeadImport> {
    const found = await loadImport(ctx, id);
    const rules = await importRules(ctx.dataSource.manager, found, ctx.settings.phoneCountry);
    return ctx.dataSource.transaction((db) => addRows(db, found.id, position, rows, rules));
  }

  @Authorized<Role>(...DASHBOARD_ROLES)
  @Mutation(() => LeadJob, {
    description: `Imports the rows without a problem, in the background. The leads do not count towards the monthly limit and start no sequence. A client starts at most ${MAX_IMPORTS_PER_DAY} imports within 24 hours.`,
  })
  async startLeadImport(@IdArg('import') id: string, @Ctx() ctx: Context): Promise<LeadJob> {
    const { id: importId, clientId } = await loadImport(ctx, id);
    return startJob(ctx, clientId, async (db) => {
      const lock = { mode: 'pessimistic_write' } as const;
      const { startedAt, ready } = await db.findOneOrFail(LeadImport, { where: { id: importId }, lock });
      if (startedAt !== null) throw fail('CONFLICT', 'The import was started before.');
      if (ready === 0) throw fail('BAD_USER_INPUT', 'The import has no rows that can be imported.');
      const today = {
        clientId,
        importId: Not(IsNull()),
        undoOf: IsNull(),
        createdAt: MoreThan(new Date(Date.now() - DAY_MS)),
      };
      if ((await db.countBy(LeadJob, today)) >= MAX_IMPORTS_PER_DAY)
        throw fail('LIMIT_REACHED', `At most ${MAX_IMPORTS_PER_DAY} imports can be started within 24 hours.`);
      await db.update(LeadImport, { id: importId }, { startedAt: () => 'now()' });
      return importJob(importId, ready);
    });
  }

  @Authorized<Role>(...DASHBOARD_ROLES)
  @Query(() => LeadImport, { description: 'Returns an import.' })
  leadImport(@IdArg('import') id: string, @Ctx() ctx: Context): Promise<LeadImport> {
    return loadImport(ctx, id);
  }

  @Authorized<Role>(...DASHBOARD_ROLES)
  @Query(() => CsvPart, {
    description: 'Returns the rows of an import that have a problem as CSV, in parts, with the problem of each.',
  })
  async leadImportProblemsCsv(
    @IdArg('import') id: string,
    @Arg('after', () => String, { nullable: true, description: 'The cursor of the part before.' })
    after: string | null | undefined,
    @Ctx() ctx: Context,
  ): Promise<CsvPart> {
    return rejectedRowsCsv(ctx.dataSource.manager, await loadImport(ctx, id), after);
  }
}

/** Loads an import that the signed-in caller may see. */
function loadImport(ctx: Context, id: string): Promise<LeadImport> {
  const find = (importId: string) => ctx.dataSource.manager.findOneBy(LeadImport, { id: importId });
  return loadOwned(ctx, id, find, 'Import', authorizeBuilder);
}

/** Throws BAD_USER_INPUT if a column has no question, or two columns contain the same. */
function assertColumns(columns: readonly ImportColumn[], fields: readonly ImportField[]): void {
  const taken = new Set<string>();
  for (const [index, { target, fieldId }] of columns.entries()) {
    const isAnswer = target === ImportTarget.answer;
    const field = `columns.${index}.${isAnswer ? 'fieldId' : 'target'}`;
    if (isAnswer && !fields.some(({ id }) => id === fieldId)) throw fieldError(field, `${field}: Question not found.`);
    const what = isAnswer ? `answer ${fieldId}` : target;
    if (![ImportTarget.extra, ImportTarget.ignored].includes(target) && taken.has(what))
      throw fieldError(field, `${field}: Another column contains the same.`);
    taken.add(what);
  }
}
