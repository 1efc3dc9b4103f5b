import { IsOptional, MaxLength } from 'class-validator';
import { Args, ArgsType, Authorized, Ctx, Field, ID, Mutation, Query, Resolver } from 'type-graphql';
import { BUILDER_ROLES, authorizeBuilder, type Role } from '../access/access';
import type { Context } from '../api/context';
import { eraseWithReceipt } from './erasure-receipts';
import { parsePersonQuery, type PersonQuery } from './find-person';
import { loadPerson } from './load-person';
import { ErasedPerson, Person } from './person.types';
import { RecentSignIn } from '../sessions/recent-sign-in';

@ArgsType()
class PersonArgs {
  @Field(() => ID, { description: 'The ID of the client.' })
  clientId!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The person’s phone number, in any format that can be dialled.',
  })
  @IsOptional()
  @MaxLength(50, { message: 'Phone must be at most 50 characters.' })
  phone?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The person’s email address, regardless of case. If both are given, records that match either are included.',
  })
  @IsOptional()
  @MaxLength(320, { message: 'Email must be at most 320 characters.' })
  email?: string | null;
}

async function authorizeAndParse(ctx: Context, { clientId, phone, email }: PersonArgs): Promise<PersonQuery> {
  await authorizeBuilder(ctx, clientId);
  return parsePersonQuery(clientId, phone, email, ctx.settings.phoneCountry);
}

@Resolver()
export class PersonResolver {
  @Authorized<Role>(...BUILDER_ROLES)
  @Query(() => Person, {
    description: 'Returns everything that a client stores about the person with this phone number or email address.',
  })
  async person(@Args(() => PersonArgs) args: PersonArgs, @Ctx() ctx: Context): Promise<Person> {
    const person = await authorizeAndParse(ctx, args);
    return ctx.dataSource.transaction('REPEATABLE READ', (db) => loadPerson(db, person));
  }

  @Authorized<Role>(...BUILDER_ROLES)
  @RecentSignIn()
  @Mutation(() => ErasedPerson, {
    description:
      'Deletes everything that a client stores about the person with this phone number or email address, and stops their follow-ups. Opt-outs are kept, as are counts and the audit log, which do not identify anyone.',
  })
  async erasePerson(@Args(() => PersonArgs) args: PersonArgs, @Ctx() ctx: Context): Promise<ErasedPerson> {
    const person = await authorizeAndParse(ctx, args);
    const result = await eraseWithReceipt(ctx, person);
    ctx.outboxRelay.wake();
    return result;
  }
}
