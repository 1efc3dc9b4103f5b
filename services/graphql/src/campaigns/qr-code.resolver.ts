import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../api/context';
import { Campaign } from './campaign.entity';
import { drawQrCode } from './draw-qr-code';
import { landingUrl } from './landing-url';
import { QrCode, QrCodeArgs } from './qr-code.types';

@Resolver(() => Campaign)
export class QrCodeResolver {
  @FieldResolver(() => QrCode, { description: 'The QR code of the landing page.' })
  async qrCode(
    @Root() campaign: Campaign,
    @Args(() => QrCodeArgs) { format, size }: QrCodeArgs,
    @Ctx() ctx: Context,
  ): Promise<QrCode> {
    return drawQrCode(`${await landingUrl(ctx, campaign)}?source=qr`, campaign.slug, format, size);
  }
}
