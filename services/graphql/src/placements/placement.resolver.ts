import { MAX_PLACEMENTS } from '@dripline/contract/limits';
import {
  PLACEMENT_CODE_CHARACTERS,
  PLACEMENT_CODE_LENGTH,
  placementCodeOf,
  placementSource,
} from '@dripline/contract/rules/placement-source';
import { isUUID } from 'class-validator';
import { randomInt } from 'node:crypto';
import { Arg, Args, Authorized, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { EntityManager } from 'typeorm';
import { authorizeBuilder, BUILDER_ROLES, DASHBOARD_ROLES, loadOwned, OpenedField, type Role } from '../access/access';
import { IdArg, InputArg } from '../api/arguments';
import type { Connection } from '../api/connections/connections';
import type { Context } from '../api/context';
import { fail, fieldError } from '../api/errors';
import { assertVersion } from '../api/versions';
import { Campaign } from '../campaigns/campaign.entity';
import { drawQrCode } from '../campaigns/draw-qr-code';
import { loadQrCodeStyle } from '../campaigns/load-qr-code-style';
import { QrCode, QrCodeArgs } from '../campaigns/qr-code.types';
import { siteUrlOf } from '../clients/client-domain';
import { Client } from '../clients/client.entity';
import { Lead } from '../leads/lead.entity';
import { drawPrintSheet, PrintSheetArgs } from './print-sheet';
import { PlacementArgs, PlacementConnection, placementList } from './placement.connection';
import { Placement, PlacementStats } from './placement.entity';
import { CreatePlacementInput, UpdatePlacementArgs, UpdatePlacementInput } from './placement.inputs';

const urlOf = async ({ loaders, settings }: Context, { clientId, code }: Placement) =>
  `${siteUrlOf(await loaders.client.load(clientId), settings)}/q/${code}`;

@Resolver(() => Placement)
export class PlacementResolver {
  @Authorized<Role>(...DASHBOARD_ROLES)
  @Query(() => Placement, { description: 'Returns a placement.' })
  placement(@IdArg('placement') id: string, @Ctx() ctx: Context): Promise<Placement> {
    return loadOwned(ctx, id, find(ctx), 'Placement');
  }

  @Authorized<Role>(...BUILDER_ROLES)
  @Mutation(() => Placement, {
    description: `Creates a placement of a campaign, with a code of its own. A client has at most ${MAX_PLACEMENTS}.`,
  })
  async createPlacement(
    @Arg('campaignId', () => ID, { description: 'The ID of the campaign that the code opens.' }) campaignId: string,
    @InputArg(() => CreatePlacementInput, 'The new placement.') { name }: CreatePlacementInput,
    @Ctx() ctx: Context,
  ): Promise<Placement> {
    const findCampaign = (id: string) => ctx.dataSource.manager.findOneBy(Campaign, { id });
    const { id, clientId } = await loadOwned(ctx, campaignId, findCampaign, 'Campaign', authorizeBuilder);
    return ctx.dataSource.transaction(async (db) => {
      await db.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`placements:${clientId}`]);
      if ((await db.countBy(Placement, { clientId })) >= MAX_PLACEMENTS)
        throw fail('LIMIT_REACHED', `You can have at most ${MAX_PLACEMENTS} placements. Delete one first.`);
      const placement = { clientId, campaignId: id, name: name.trim(), code: newCode() };
      const { identifiers } = await db.insert(Placement, placement);
      return db.findOneByOrFail(Placement, { id: identifiers[0]!['id'] as string });
    });
  }

  @Authorized<Role>(...BUILDER_ROLES)
  @Mutation(() => Placement, {
    description: 'Renames a placement, or points its code at another campaign. What is printed stays valid.',
  })
  async updatePlacement(
    @Args(() => UpdatePlacementArgs) { id, expectedVersion }: UpdatePlacementArgs,
    @InputArg(() => UpdatePlacementInput, 'The fields to change.') { name, campaignId }: UpdatePlacementInput,
    @Ctx() ctx: Context,
  ): Promise<Placement> {
    const { clientId } = await loadPlacement(ctx, id);
    return ctx.dataSource.transaction(async (db) => {
      await assertVersion(db, Placement, { id }, expectedVersion);
      if (campaignId != null) await assertCampaignOf(db, clientId, campaignId);
      await db.update(
        Placement,
        { id },
        { ...(name != null && { name: name.trim() }), ...(campaignId != null && { campaignId }) },
      );
      return db.findOneByOrFail(Placement, { id });
    });
  }

  @Authorized<Role>(...BUILDER_ROLES)
  @Mutation(() => Boolean, {
    description: 'Deletes a placement. Its printed codes open nothing then, and its leads keep only the code.',
  })
  async deletePlacement(@IdArg('placement') id: string, @Ctx() ctx: Context): Promise<boolean> {
    await loadPlacement(ctx, id);
    await ctx.dataSource.manager.delete(Placement, { id });
    return true;
  }

  @FieldResolver(() => Campaign, {
    nullable: true,
    description: 'The campaign that the code opens. Null if it was deleted.',
  })
  campaign(@Root() { campaignId }: Placement, @Ctx() { loaders }: Context): Promise<Campaign | null> | null {
    return campaignId === null ? null : loaders.campaign.find(campaignId);
  }

  @FieldResolver(() => String, { description: 'The URL that the QR code contains.' })
  url(@Root() placement: Placement, @Ctx() ctx: Context): Promise<string> {
    return urlOf(ctx, placement);
  }

  @FieldResolver(() => String, { description: 'The traffic source of visitors and leads that came through the code.' })
  source(@Root() { code }: Placement): string {
    return placementSource(code);
  }

  @FieldResolver(() => PlacementStats, { description: 'The figures of the placement.' })
  stats(@Root() placement: Placement, @Ctx() { loaders }: Context): Promise<PlacementStats> {
    return loaders.placementStats.load(placement);
  }

  @FieldResolver(() => QrCode, { description: 'The QR code of the placement. It encodes `url`.' })
  async qrCode(
    @Root() placement: Placement,
    @Args(() => QrCodeArgs) { format, size, ...style }: QrCodeArgs,
    @Ctx() ctx: Context,
  ): Promise<QrCode> {
    const look = await loadQrCodeStyle(ctx, await this.campaign(placement, ctx), style);
    return drawQrCode(await urlOf(ctx, placement), placement.code, { format, size, ...look });
  }

  @FieldResolver(() => QrCode, { description: 'A PDF with the QR code of the placement, to be printed.' })
  async printSheet(
    @Root() placement: Placement,
    @Args(() => PrintSheetArgs) { layout, ...style }: PrintSheetArgs,
    @Ctx() ctx: Context,
  ): Promise<QrCode> {
    const look = await loadQrCodeStyle(ctx, await this.campaign(placement, ctx), style);
    const content = await drawPrintSheet(await urlOf(ctx, placement), layout, look);
    return {
      fileName: `${placement.code}-${layout.replace('_', '-')}.pdf`,
      mimeType: 'application/pdf',
      content: content.toString('base64'),
    };
  }
}

@Resolver(() => Client)
export class ClientPlacementsResolver {
  @OpenedField()
  @FieldResolver(() => PlacementConnection, {
    description: 'The client’s placements of QR codes, newest first by default.',
  })
  placements(
    @Root() { id }: Client,
    @Args(() => PlacementArgs) args: PlacementArgs,
    @Ctx() { loaders }: Context,
  ): Promise<Connection<Placement>> {
    return loaders.connection(placementList(args), id, args);
  }
}

@Resolver(() => Lead)
export class LeadPlacementResolver {
  @FieldResolver(() => Placement, {
    nullable: true,
    description: 'The placement whose code the lead scanned. Null if it came otherwise, or the placement was deleted.',
  })
  placement(@Root() { clientId, source }: Lead, @Ctx() { loaders }: Context): Promise<Placement | null> | null {
    const code = placementCodeOf(source);
    return code === null ? null : loaders.placement.load({ clientId, code });
  }
}

const find = (ctx: Context) => (id: string) => ctx.dataSource.manager.findOneBy(Placement, { id });
const loadPlacement = (ctx: Context, id: string) => loadOwned(ctx, id, find(ctx), 'Placement', authorizeBuilder);

/** Locks a campaign of the client, so that it is not deleted meanwhile. */
async function assertCampaignOf(db: EntityManager, clientId: string, campaignId: string): Promise<void> {
  const [campaign] = isUUID(campaignId)
    ? await db.query<unknown[]>('SELECT FROM campaigns WHERE id = $1 AND client_id = $2 FOR KEY SHARE', [
        campaignId,
        clientId,
      ])
    : [];
  if (!campaign) throw fieldError('campaignId', 'Choose one of this client’s campaigns.');
}

/** Returns a random code. There are 850 billion, so that a repeated one is as unlikely as a failure of the disk. */
const newCode = () =>
  Array.from(
    { length: PLACEMENT_CODE_LENGTH },
    () => PLACEMENT_CODE_CHARACTERS[randomInt(PLACEMENT_CODE_CHARACTERS.length)],
  ).join('');
