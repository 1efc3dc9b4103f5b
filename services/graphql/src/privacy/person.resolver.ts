import { IsOptional, MaxLength } from 'class-validator';
import { Args, ArgsType, Authorized, Ctx, Field, ID, Mutation, Query, Resolver } from 'type-graphql';
import { BUILDER, openBuilder, type Role } from '../access/access';
import type { Context } from '../api/context';
import { erasePerson } from './erase-person';
import { readWanted, type Wanted } from './find-person';
import { loadPerson } from './load-person';
import { ErasedPerson, Person } from './person.types';

@ArgsType()
class PersonArgs {
  @Field(() => ID, { description: 'The client.' })
  clientId!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The person’s phone number, in any form in which it can be dialled.',
  })
  @IsOptional()
  @MaxLength(50, { message: 'Enter a phone number of at most 50 characters' })
  phone?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The person’s email, in any case of letters. With a phone number as well, what has either is the person’s.',
  })
  @IsOptional()
  @MaxLength(320, { message: 'Enter an email of at most 320 characters' })
  email?: string | null;
}

async function open(ctx: Context, { clientId, phone, email }: PersonArgs): Promise<Wanted> {
  await openBuilder(ctx, clientId);
  return readWanted(clientId, phone, email, ctx.settings.phoneCountry);
}

@Resolver()
export class PersonResolver {
  @Authorized<Role>(...BUILDER)
  @Query(() => Person, { description: 'Everything that a client keeps of the person with this phone number or email.' })
  async person(@Args(() => PersonArgs) args: PersonArgs, @Ctx() ctx: Context): Promise<Person> {
    const wanted = await open(ctx, args);
    return ctx.dataSource.transaction('REPEATABLE READ', (db) => loadPerson(db, wanted));
  }

  @Authorized<Role>(...BUILDER)
  @Mutation(() => ErasedPerson, {
    description:
      'Erases everything that a client keeps of the person with this phone number or email, and ends their follow-ups. Opt-outs stay, and so do counts and the audit log, which name nobody.',
  })
  async erasePerson(@Args(() => PersonArgs) args: PersonArgs, @Ctx() ctx: Context): Promise<ErasedPerson> {
    const wanted = await open(ctx, args);
    const erased = await ctx.dataSource.transaction((db) => erasePerson(db, wanted));
    ctx.followUps.nudge();
    return erased;
  }
}
