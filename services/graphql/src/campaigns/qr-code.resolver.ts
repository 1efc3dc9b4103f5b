import { Args, Authorized, Ctx, Query, Resolver } from 'type-graphql';
import { DASHBOARD_ROLES, loadOwned, type Role } from '../access/access';
import type { Context } from '../api/context';
import { Campaign } from './campaign.entity';
import { drawQrCode } from './draw-qr-code';
import { landingUrl } from './landing-url';
import { QrCode, QrCodeArgs } from './qr-code.types';

@Resolver()
export class QrCodeResolver {
  @Authorized<Role>(...DASHBOARD_ROLES)
  @Query(() => QrCode, { description: 'Returns the QR code of a campaign’s landing page.' })
  async qrCode(@Args(() => QrCodeArgs) { campaignId, format, size }: QrCodeArgs, @Ctx() ctx: Context): Promise<QrCode> {
    const campaign = await loadOwned(
      ctx,
      campaignId,
      (id) => ctx.dataSource.manager.findOneBy(Campaign, { id }),
      'Campaign',
    );
    return drawQrCode(`${await landingUrl(ctx, campaign)}?source=qr`, campaign.slug, format, size);
  }
}
