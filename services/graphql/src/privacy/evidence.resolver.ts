import { MAX_TEXT_LENGTH } from '@dripline/contract/limits';
import { IsOptional, MaxLength } from 'class-validator';
import { Args, ArgsType, Authorized, Ctx, Field, Mutation, Query, Resolver } from 'type-graphql';
import type { Role } from '../access/access';
import type { Context } from '../api/context';
import { fieldError } from '../api/errors';
import { toE164 } from '../leads/extract-contact';
import { NumberEvidence } from './evidence.types';
import { loadEvidence } from './load-evidence';

@ArgsType()
class NumberArgs {
  @Field(() => String, { description: 'The phone number, in any format that can be dialled.' })
  @MaxLength(50)
  phone!: string;
}

@ArgsType()
class LegalHoldArgs extends NumberArgs {
  @Field(() => String, { nullable: true, description: 'Why evidence is kept. Null ends the hold.' })
  @IsOptional()
  @MaxLength(MAX_TEXT_LENGTH)
  reason?: string | null;
}

/** Evidence of all clients, for the agency. */
@Resolver()
export class EvidenceResolver {
  @Authorized<Role>('admin')
  @Query(() => NumberEvidence, {
    description: 'Returns what proves that a number agreed to messages, and everything that was sent to it.',
  })
  evidence(@Args(() => NumberArgs) { phone }: NumberArgs, @Ctx() ctx: Context): Promise<NumberEvidence> {
    return load(ctx, parse(ctx, phone));
  }

  @Authorized<Role>('admin')
  @Mutation(() => NumberEvidence, {
    description: 'Sets or ends a legal hold, which keeps the evidence of a number beyond its retention period.',
  })
  async setLegalHold(
    @Args(() => LegalHoldArgs) { phone, reason }: LegalHoldArgs,
    @Ctx() ctx: Context,
  ): Promise<NumberEvidence> {
    const number = parse(ctx, phone);
    const setBy = ctx.actor.role === 'admin' ? ctx.actor.username : '';
    await (reason?.trim()
      ? ctx.dataSource.query(
          `INSERT INTO legal_holds (number_hash, reason, set_by) VALUES (number_hash($1), $2, $3)
           ON CONFLICT (number_hash) DO UPDATE SET reason = $2, set_by = $3, created_at = now()`,
          [number, reason.trim(), setBy],
        )
      : ctx.dataSource.query('DELETE FROM legal_holds WHERE number_hash = number_hash($1)', [number]));
    return load(ctx, number);
  }
}

function parse({ settings }: Context, phone: string): string {
  const number = toE164(phone, settings.phoneCountry);
  if (number === null) throw fieldError('phone', 'Enter a phone number that can receive messages.');
  return number;
}

const load = async ({ dataSource, settings }: Context, phone: string): Promise<NumberEvidence> => ({
  ...(await loadEvidence(dataSource.manager, phone)),
  keptYears: settings.evidenceYears,
});
