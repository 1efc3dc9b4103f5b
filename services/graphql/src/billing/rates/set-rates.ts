import { currencies, RATE_PATTERN, rateMessage as messageOf } from '@dripline/contract/currencies';
import { IsIn, IsOptional, Matches } from 'class-validator';
import { ArgsType, Field, ID, InputType } from 'type-graphql';
import type { EntityManager } from 'typeorm';
import { actorName, authorizeBuilder } from '../../access/access';
import type { Context } from '../../api/context';
import { fieldError } from '../../api/errors';
import { MONTH_PATTERN, monthMessage } from '../usage.connection';
import { Rates } from './rates.entity';

const rateMessage = ({ property }: { property: string }) => messageOf(property);
const DECIMAL = 'as a decimal with at most five places, such as `"0.00790"`';
const OMITTED = 'Omitted or null: 0 for all clients; for one client, the rate of all clients applies.';

@InputType({ description: 'What the agency charges.' })
export class RatesInput {
  @Field(() => String, {
    nullable: true,
    description:
      'The currency of all amounts, as an ISO 4217 code. Required with the first rates. It cannot be changed after the first month that has rates.',
  })
  @IsOptional()
  @IsIn([...currencies], { message: 'currency must be an ISO 4217 code, such as USD.' })
  currency?: string | null;

  @Field(() => String, { nullable: true, description: `The fee per month, ${DECIMAL}. ${OMITTED}` })
  @IsOptional()
  @Matches(RATE_PATTERN, { message: rateMessage })
  baseFee?: string | null;

  @Field(() => String, { nullable: true, description: `The price of a lead, ${DECIMAL}. ${OMITTED}` })
  @IsOptional()
  @Matches(RATE_PATTERN, { message: rateMessage })
  perLead?: string | null;

  @Field(() => String, { nullable: true, description: `The price of a carrier segment, ${DECIMAL}. ${OMITTED}` })
  @IsOptional()
  @Matches(RATE_PATTERN, { message: rateMessage })
  perSegment?: string | null;
}

@ArgsType()
export class SetRatesArgs {
  @Field(() => ID, { nullable: true, description: 'The ID of the client. Omit it to set the rates of all clients.' })
  clientId?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The first month that the rates apply to, as YYYY-MM: the current month in UTC, which is the default, or a later one.',
  })
  @IsOptional()
  @Matches(MONTH_PATTERN, { message: monthMessage('fromMonth') })
  fromMonth?: string | null;
}

/**
 * Sets the rates of all clients, or of one, from a month on. Rates that were set for a later month stay.
 *
 * @throws NOT_FOUND if there is no such client, BAD_USER_INPUT if the month is over or the currency cannot be changed
 */
export async function setRates(ctx: Context, args: SetRatesArgs, input: RatesInput): Promise<Rates> {
  const clientId = args.clientId == null ? null : (await authorizeBuilder(ctx, args.clientId)).id;
  return ctx.dataSource.transaction(async (db) => {
    // The currency depends on all rates, which change rarely.
    await db.query('LOCK TABLE rates IN SHARE ROW EXCLUSIVE MODE');
    const known = await findKnown(db);
    const fromMonth = args.fromMonth ?? known.thisMonth;
    if (fromMonth < known.thisMonth)
      throw fieldError('fromMonth', `fromMonth must be ${known.thisMonth} or later, so that past statements stay.`);
    const { baseFee = null, perLead = null, perSegment = null } = input;
    const changedBy = actorName(ctx.actor);
    if (clientId !== null) {
      if (input.currency != null) throw fieldError('currency', 'The currency is that of all clients.');
      if (known.firstMonth === null || known.firstMonth > fromMonth)
        throw fieldError('fromMonth', 'Set the rates of all clients first, from the same month or an earlier one.');
      return save(db, { clientId, fromMonth, currency: null, baseFee, perLead, perSegment, changedBy });
    }
    const currency = input.currency ?? known.currency;
    if (currency === null) throw fieldError('currency', 'currency is required with the first rates.');
    if (known.currency !== null && currency !== known.currency) {
      if (known.firstMonth! < known.thisMonth)
        throw fieldError('currency', `Past statements are in ${known.currency}, so it cannot be changed.`);
      await db.query('UPDATE rates SET currency = $1 WHERE client_id IS NULL', [currency]);
    }
    const prices = { baseFee: baseFee ?? '0', perLead: perLead ?? '0', perSegment: perSegment ?? '0' };
    return save(db, { clientId, fromMonth, currency, ...prices, changedBy });
  });
}

/** Saves rates and reads them back, with the decimals as they are stored. */
async function save(db: EntityManager, rates: Omit<Rates, 'id' | 'client' | 'changedAt'>): Promise<Rates> {
  const { id } = await db.save(db.create(Rates, rates));
  return db.findOneByOrFail(Rates, { id });
}

/** Finds the current month in UTC, and the currency and the first month of the rates of all clients. */
async function findKnown(db: EntityManager) {
  const [known] = await db.query<[{ thisMonth: string; currency: string | null; firstMonth: string | null }]>(
    `SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM') AS "thisMonth", min(currency) AS currency, min(from_month) AS "firstMonth"
     FROM rates WHERE client_id IS NULL`,
  );
  return known;
}
