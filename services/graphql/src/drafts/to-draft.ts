import { ArgsType, Field } from 'type-graphql';
import type { Context } from '../api/context';
import { fail, fieldError } from '../api/errors';
import { nameOfAccount } from '../sessions/name-of-account';

const MAX_DAYS_AHEAD = 366;

@ArgsType()
export class PublishAtArgs {
  @Field(() => Date, {
    nullable: true,
    description: `When to publish the draft, at most ${MAX_DAYS_AHEAD} days from now. If omitted, it is not scheduled.`,
  })
  publishAt?: Date | null;
}

/** Returns the columns of a draft. Throws if it contains no changes or is scheduled for another time than one ahead. */
export async function toDraft(ctx: Context, clientId: string, input: object, publishAt: Date | null = null) {
  const ahead = publishAt ? publishAt.getTime() - Date.now() : 1;
  if (!(ahead > 0 && ahead <= MAX_DAYS_AHEAD * 24 * 60 * 60_000))
    throw fieldError('publishAt', `Choose a time in the future, at most ${MAX_DAYS_AHEAD} days from now.`);
  const content = JSON.parse(JSON.stringify(input)) as object;
  if (Object.keys(content).length === 0) throw fail('BAD_USER_INPUT', 'The draft contains no changes.');
  const savedBy = await nameOfAccount(ctx, clientId);
  return { clientId, content, publishAt, savedBy, savedAt: new Date(), failure: null };
}
