import { brandShades } from '@dripline/contract/colors/brand-shades';
import { SHADES } from '@dripline/contract/colors/shades';
import { Extensions, Field, ObjectType } from 'type-graphql';
import type { Context } from '../api/context';
import { smallCopy } from '../landing/load-landing-images';
import { Brand, shownProductName } from './brand.types';
import type { Client } from './client.entity';

/** The name and look of the product for a client. */
@ObjectType()
export abstract class ProductLook {
  @Field(() => String, { description: 'The product name that the client sees.' })
  productName!: string;

  @Field(() => Brand, {
    nullable: true,
    description: 'The brand of a client with white label, with small copies of its logo and icon.',
  })
  brand!: Brand | null;

  @Extensions({ maxItems: SHADES.length })
  @Field(() => [String], {
    description: `The shades of the brand’s color as \`#rrggbb\`, from light to dark: ${SHADES.join(', ')}. Empty without white label.`,
  })
  shades!: string[];
}

/** Loads the name and look of the product for a client. */
export async function loadProductLook({ loaders, settings }: Context, client: Client): Promise<ProductLook> {
  const { brand, whiteLabelEnabled } = client;
  const shown = { productName: shownProductName(client, settings.productName) };
  if (!whiteLabelEnabled) return { ...shown, brand: null, shades: [] };
  const [logoImageUrl, faviconImageUrl] = await Promise.all([
    smallCopy(loaders, brand.logoImageUrl),
    smallCopy(loaders, brand.faviconImageUrl),
  ]);
  return { ...shown, brand: { ...brand, logoImageUrl, faviconImageUrl }, shades: brandShades(brand.color) };
}
