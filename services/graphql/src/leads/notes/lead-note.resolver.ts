import { MAX_TEXT_LENGTH } from '@dripline/contract/limits';
import { Length, Matches } from 'class-validator';
import { Args, ArgsType, Authorized, Ctx, Field, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql';
import { DASHBOARD_ROLES, loadOwned, memberOf, type Role } from '../../access/access';
import { IdArg } from '../../api/arguments';
import type { Connection } from '../../api/connections/connections';
import type { Context } from '../../api/context';
import { fail } from '../../api/errors';
import { assertVersion, VersionArgs } from '../../api/versions';
import { causeOf, notifyOfMentions } from '../../notifications/notify';
import { Lead } from '../lead.entity';
import { loadLead } from '../load-lead';
import { LeadNoteArgs, LeadNoteConnection, leadNoteList } from './lead-note.connection';
import { LeadNote } from './lead-note.entity';

const BODY = `The text, 1 to ${MAX_TEXT_LENGTH} characters.`;
const tooLong = { message: `Note must have 1 to ${MAX_TEXT_LENGTH} characters.` };

@ArgsType()
class CreateNoteArgs {
  @Field(() => ID, { description: 'The ID of the lead.' })
  leadId!: string;
  @Field(() => String, { description: BODY })
  @Matches(/\S/, { message: 'Enter a note.' })
  @Length(1, MAX_TEXT_LENGTH, tooLong)
  body!: string;
}

@ArgsType()
class UpdateNoteArgs extends VersionArgs {
  @Field(() => ID, { description: 'The ID of the note.' })
  id!: string;
  @Field(() => String, { description: BODY })
  @Matches(/\S/, { message: 'Enter a note.' })
  @Length(1, MAX_TEXT_LENGTH, tooLong)
  body!: string;
}

@Resolver(() => LeadNote)
export class LeadNoteResolver {
  @Authorized<Role>(...DASHBOARD_ROLES)
  @Mutation(() => LeadNote, { description: 'Writes a note on a lead.' })
  async createLeadNote(
    @Args(() => CreateNoteArgs) { leadId, body }: CreateNoteArgs,
    @Ctx() ctx: Context,
  ): Promise<LeadNote> {
    const { clientId } = await loadLead(ctx, leadId);
    const by = await causeOf(ctx, clientId);
    return ctx.dataSource.transaction(async (db) => {
      const { identifiers } = await db.insert(LeadNote, {
        ...{ clientId, leadId, body: body.trim() },
        ...{ authorId: accountIdOf(ctx, clientId), authorName: by.actorName },
      });
      await notifyOfMentions(db, { clientId, leadId, by }, body);
      return db.findOneByOrFail(LeadNote, { id: identifiers[0]!['id'] as string });
    });
  }

  @Authorized<Role>(...DASHBOARD_ROLES)
  @Mutation(() => LeadNote, { description: 'Changes a note that the caller wrote.' })
  async updateLeadNote(
    @Args(() => UpdateNoteArgs) { id, body, expectedVersion }: UpdateNoteArgs,
    @Ctx() ctx: Context,
  ): Promise<LeadNote> {
    const { clientId, leadId, body: before } = await loadOwnNote(ctx, id);
    const by = await causeOf(ctx, clientId);
    return ctx.dataSource.transaction(async (db) => {
      await assertVersion(db, LeadNote, { id }, expectedVersion);
      await db.update(LeadNote, { id }, { body: body.trim() });
      await notifyOfMentions(db, { clientId, leadId, by }, body, before);
      return db.findOneByOrFail(LeadNote, { id });
    });
  }

  @Authorized<Role>(...DASHBOARD_ROLES)
  @Mutation(() => Boolean, { description: 'Deletes a note that the caller wrote.' })
  async deleteLeadNote(@IdArg('note') id: string, @Ctx() ctx: Context): Promise<boolean> {
    await loadOwnNote(ctx, id);
    await ctx.dataSource.manager.delete(LeadNote, { id });
    return true;
  }

  @FieldResolver(() => Boolean, { description: 'Whether the caller wrote the note and can change and delete it.' })
  isOwn(@Root() { authorId, clientId }: LeadNote, @Ctx() ctx: Context): boolean {
    return authorId === accountIdOf(ctx, clientId);
  }
}

@Resolver(() => Lead)
export class LeadNotesResolver {
  @FieldResolver(() => LeadNoteConnection, { description: 'The notes on the lead, newest first by default.' })
  notes(
    @Root() { id }: Lead,
    @Args(() => LeadNoteArgs) args: LeadNoteArgs,
    @Ctx() { loaders }: Context,
  ): Promise<Connection<LeadNote>> {
    return loaders.connection(leadNoteList(args), id, args);
  }
}

/** Returns who writes: the administrator, the member, or the client for its account and its dashboard link. */
const accountIdOf = ({ actor }: Context, clientId: string) =>
  actor.role === 'admin' ? actor.userId : (memberOf(actor)?.id ?? clientId);

/**
 * Loads a note that the caller wrote on a lead that the caller may see.
 *
 * @throws NOT_FOUND if the note or its lead is not visible, FORBIDDEN if somebody else wrote it
 */
async function loadOwnNote(ctx: Context, id: string): Promise<LeadNote> {
  const { manager } = ctx.dataSource;
  const note = await loadOwned(ctx, id, (noteId) => manager.findOneBy(LeadNote, { id: noteId }), 'Note');
  const isHidden = ctx.actor.role !== 'admin' && !(await manager.existsBy(Lead, { id: note.leadId, held: false }));
  if (isHidden) throw fail('NOT_FOUND', 'Note not found');
  if (note.authorId !== accountIdOf(ctx, note.clientId))
    throw fail('FORBIDDEN', 'Only the account that wrote a note can change or delete it.');
  return note;
}
