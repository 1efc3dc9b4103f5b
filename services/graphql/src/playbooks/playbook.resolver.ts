import { MAX_PLAYBOOK_CLIENTS } from '@dripline/contract/limits';
import { isUUID } from 'class-validator';
import { Args, Authorized, Ctx, Extensions, FieldResolver, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Role } from '../access/access';
import { IdArg, InputArg } from '../api/arguments';
import { type Connection, findConnection } from '../api/connections/connections';
import type { Context } from '../api/context';
import { fail } from '../api/errors';
import { assertVersion } from '../api/versions';
import { Campaign } from '../campaigns/campaign.entity';
import { applyPlaybook } from './apply-playbook';
import type { PlaybookCopy } from './playbook-copy.entity';
import {
  PlaybookArgs,
  PlaybookConnection,
  PlaybookCopyArgs,
  PlaybookCopyConnection,
  playbookCopyList,
  playbookList,
  PlaybookVersionConnection,
  PlaybookVersionArgs,
  playbookVersionList,
} from './playbook.connection';
import { Playbook, type PlaybookVersion } from './playbook.entity';
import {
  ApplyPlaybookArgs,
  CreatePlaybookInput,
  UpdatePlaybookArgs,
  PushPlaybookArgs,
  UpdatePlaybookInput,
} from './playbook.inputs';
import { ApplyPlaybookResult, PlaybookFigures, PushPlaybookResult } from './playbook.types';
import { assertCopy, createPlaybook, publishPlaybook } from './publish-playbook';
import { pushPlaybook } from './push-playbook';

@Resolver(() => Playbook)
export class PlaybookResolver {
  @Authorized<Role>('admin')
  @Query(() => PlaybookConnection, { description: 'Lists all playbooks, newest first by default.' })
  playbooks(
    @Args(() => PlaybookArgs) args: PlaybookArgs,
    @Ctx() { dataSource }: Context,
  ): Promise<Connection<Playbook>> {
    return findConnection(dataSource.manager, playbookList(args), args);
  }

  @Authorized<Role>('admin')
  @Query(() => Playbook, { description: 'Returns a playbook.' })
  playbook(@IdArg('playbook') id: string, @Ctx() ctx: Context): Promise<Playbook> {
    return loadPlaybook(ctx, id);
  }

  @Authorized<Role>('admin')
  @Mutation(() => Playbook, {
    description: 'Creates a playbook from a campaign and its sequences, and publishes version 1.',
  })
  createPlaybook(
    @InputArg(() => CreatePlaybookInput, 'The new playbook.') input: CreatePlaybookInput,
    @Ctx() ctx: Context,
  ): Promise<Playbook> {
    return createPlaybook(ctx, input);
  }

  @Authorized<Role>('admin')
  @Mutation(() => Playbook, { description: 'Changes the name, the description or the source campaign of a playbook.' })
  async updatePlaybook(
    @Args(() => UpdatePlaybookArgs) { id, expectedVersion }: UpdatePlaybookArgs,
    @InputArg(() => UpdatePlaybookInput, 'The fields to update.')
    { name, description, campaignId }: UpdatePlaybookInput,
    @Ctx() ctx: Context,
  ): Promise<Playbook> {
    await loadPlaybook(ctx, id);
    return ctx.dataSource.transaction(async (db) => {
      await assertVersion(db, Playbook, { id }, expectedVersion);
      if (campaignId != null) await assertCopy(db, id, campaignId);
      const fields = {
        ...(campaignId != null && { campaignId }),
        ...(name != null && { name: name.trim() }),
        ...(description != null && { description: description.trim() }),
      };
      if (Object.keys(fields).length > 0) await db.update(Playbook, { id }, fields);
      return db.findOneByOrFail(Playbook, { id });
    });
  }

  @Authorized<Role>('admin')
  @Mutation(() => Playbook, {
    description:
      'Publishes the campaign of a playbook and its sequences as the next version. Copies stay as they are until it is pushed. Fails if nothing changed, or the campaign was deleted.',
  })
  async publishPlaybook(
    @Args(() => UpdatePlaybookArgs) { id, expectedVersion }: UpdatePlaybookArgs,
    @Ctx() ctx: Context,
  ): Promise<Playbook> {
    await loadPlaybook(ctx, id);
    return publishPlaybook(ctx, id, expectedVersion);
  }

  @Authorized<Role>('admin')
  @Extensions({ maxItems: MAX_PLAYBOOK_CLIENTS })
  @Mutation(() => [ApplyPlaybookResult], {
    description:
      'Creates a campaign with sequences from the newest version of a playbook for each client. Returns one result for each client, in order. A client that has a copy already, or whose monthly campaign limit is used up, gets none.',
  })
  async applyPlaybook(
    @Args(() => ApplyPlaybookArgs) { id, clientIds, status }: ApplyPlaybookArgs,
    @Ctx() ctx: Context,
  ): Promise<ApplyPlaybookResult[]> {
    return applyPlaybook(ctx, await loadPlaybook(ctx, id), clientIds, status);
  }

  @Authorized<Role>('admin')
  @Extensions({ maxItems: MAX_PLAYBOOK_CLIENTS })
  @Mutation(() => [PushPlaybookResult], {
    description:
      'Applies a version of a playbook to copies. Fields that the client edited stay, and so do sequences that the version no longer contains. Leads that are enrolled finish on their version. Returns one result for each copy, in order.',
  })
  async pushPlaybook(
    @Args(() => PushPlaybookArgs) { id, number, copyIds }: PushPlaybookArgs,
    @Ctx() ctx: Context,
  ): Promise<PushPlaybookResult[]> {
    return pushPlaybook(ctx, await loadPlaybook(ctx, id), number, copyIds);
  }

  @Authorized<Role>('admin')
  @Mutation(() => Boolean, {
    description: 'Deletes a playbook with its versions. The campaigns that were created from it stay.',
  })
  async deletePlaybook(@IdArg('playbook') id: string, @Ctx() ctx: Context): Promise<boolean> {
    await loadPlaybook(ctx, id);
    await ctx.dataSource.manager.delete(Playbook, { id });
    return true;
  }

  @FieldResolver(() => Campaign, {
    nullable: true,
    description: 'The campaign whose content is published. Null if it was deleted.',
  })
  campaign(@Root() { campaignId }: Playbook, @Ctx() { loaders }: Context): Promise<Campaign | null> | null {
    return campaignId === null ? null : loaders.campaign.find(campaignId);
  }

  @FieldResolver(() => PlaybookVersionConnection, {
    description: 'The versions that were published, newest first by default.',
  })
  versions(
    @Root() { id }: Playbook,
    @Args(() => PlaybookVersionArgs) args: PlaybookVersionArgs,
    @Ctx() { loaders }: Context,
  ): Promise<Connection<PlaybookVersion>> {
    return loaders.connection(playbookVersionList(args), id, args);
  }

  @FieldResolver(() => PlaybookCopyConnection, {
    description: 'The campaigns that were created from the playbook, newest first by default.',
  })
  copies(
    @Root() { id }: Playbook,
    @Args(() => PlaybookCopyArgs) args: PlaybookCopyArgs,
    @Ctx() { loaders }: Context,
  ): Promise<Connection<PlaybookCopy>> {
    return loaders.connection(playbookCopyList(args), id, args);
  }

  @FieldResolver(() => Int, { description: 'The number of copies.' })
  async copyCount(@Root() { id }: Playbook, @Ctx() { loaders }: Context): Promise<number> {
    return (await loaders.playbookCopyCounts.load(id)).copies;
  }

  @FieldResolver(() => Int, { description: 'The number of copies that the newest version was not pushed to.' })
  async outdatedCount(@Root() { id }: Playbook, @Ctx() { loaders }: Context): Promise<number> {
    return (await loaders.playbookCopyCounts.load(id)).outdated;
  }

  @FieldResolver(() => PlaybookFigures, { description: 'The figures of all copies.' })
  figures(@Root() { id }: Playbook, @Ctx() { loaders }: Context): Promise<PlaybookFigures> {
    return loaders.playbookFigures.load(id);
  }
}

async function loadPlaybook({ dataSource }: Context, id: string): Promise<Playbook> {
  const playbook = isUUID(id) ? await dataSource.manager.findOneBy(Playbook, { id }) : null;
  if (!playbook) throw fail('NOT_FOUND', 'Playbook not found');
  return playbook;
}
