import { Arg, Args, Authorized, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import type { Role } from '../../access/access';
import { ClientIdArg } from '../../api/arguments';
import type { Context } from '../../api/context';
import { CsvPart } from '../../api/csv-part.types';
import { shownProductName } from '../../clients/brand.types';
import { Client } from '../../clients/client.entity';
import { UsageMonthArgs } from '../usage.connection';
import { type LoadedStatement, loadStatement } from './load-statement';
import { statementCsv, statementsCsv } from './statement-csv';
import { statementPdf } from './statement-pdf';
import { Statement, StatementFile, StatementFormat } from './statement.types';

@Resolver(() => Statement)
export class StatementResolver {
  @Authorized<Role>('admin')
  @Query(() => Statement, { description: 'Returns what a client is charged for a month.' })
  statement(
    @ClientIdArg() clientId: string,
    @Args(() => UsageMonthArgs) { month }: UsageMonthArgs,
    @Ctx() { dataSource }: Context,
  ): Promise<Statement> {
    return loadStatement(dataSource.manager, clientId, month);
  }

  @Authorized<Role>('admin')
  @Query(() => CsvPart, {
    description: 'Exports the statements of all clients for a month as CSV, in parts, sorted by name.',
  })
  statementsCsv(
    @Args(() => UsageMonthArgs) { month }: UsageMonthArgs,
    @Arg('after', () => String, { nullable: true, description: 'The cursor of the part. Defaults to the first part.' })
    after: string | null,
    @Ctx() { dataSource }: Context,
  ): Promise<CsvPart> {
    return statementsCsv(dataSource.manager, month, after);
  }

  @FieldResolver(() => StatementFile, { description: 'The statement as a file.' })
  async file(
    @Root() statement: LoadedStatement,
    @Arg('format', () => StatementFormat, { description: 'The file format.' }) format: StatementFormat,
    @Ctx() { dataSource, settings }: Context,
  ): Promise<StatementFile> {
    const isPdf = format === StatementFormat.pdf;
    const productName = async () =>
      shownProductName(
        await dataSource.manager.findOneByOrFail(Client, { id: statement.usage.id }),
        settings.productName,
      );
    const content = isPdf ? await statementPdf(statement, await productName()) : Buffer.from(statementCsv(statement));
    return {
      fileName: `statement-${statement.month}.${format}`,
      mimeType: isPdf ? 'application/pdf' : 'text/csv',
      content: content.toString('base64'),
    };
  }
}
