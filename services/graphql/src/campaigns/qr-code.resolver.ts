import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../api/context';
import { Campaign } from './campaign.entity';
import { drawQrCode } from './draw-qr-code';
import { landingUrl } from './landing-url';
import { loadQrCodeStyle } from './load-qr-code-style';
import { QrCode, QrCodeArgs } from './qr-code.types';

@Resolver(() => Campaign)
export class QrCodeResolver {
  @FieldResolver(() => QrCode, {
    description: 'The QR code of the landing page. It encodes the public URL with `source=qr`.',
  })
  async qrCode(
    @Root() campaign: Campaign,
    @Args(() => QrCodeArgs) { format, size, ...style }: QrCodeArgs,
    @Ctx() ctx: Context,
  ): Promise<QrCode> {
    const url = `${await landingUrl(ctx, campaign)}?source=qr`;
    return drawQrCode(url, campaign.slug, { format, size, ...(await loadQrCodeStyle(ctx, campaign, style)) });
  }
}
