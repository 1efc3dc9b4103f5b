import { BRAND_COLOR, MAX_NAME_LENGTH, MAX_URL_LENGTH } from '@dripline/contract/limits';
import { validationMessages } from '@dripline/contract/validation-messages';
import { IsOptional, Matches, MaxLength } from 'class-validator';
import { Field, InputType, ObjectType } from 'type-graphql';

/** The brand of a client that has none of its own. */
export const DEFAULT_BRAND: Brand = {
  productName: '',
  color: BRAND_COLOR,
  logoImageUrl: null,
  faviconImageUrl: null,
  socialImageUrl: null,
};

const URL_LENGTH = { message: `Image URLs must be at most ${MAX_URL_LENGTH} characters.` };

@ObjectType({
  simpleResolvers: true,
  description:
    'The name and look of the product for a client with white label: on its dashboard, its landing pages and the emails to its team. Without white label it has no effect.',
})
@InputType('BrandInput', {
  description: 'The name and look of the product for a client with white label. The images are uploads.',
})
export class Brand {
  @Field(() => String, {
    description:
      'The name of the product, or a blank string. Without a name, the dashboard and emails show the business name, and landing pages no product.',
  })
  @MaxLength(MAX_NAME_LENGTH, { message: validationMessages.productNameLength })
  productName!: string;

  @Field(() => String, {
    description:
      'The color of the dashboard and of landing pages whose own color is the default, as `#rrggbb`. The shades that are shown have a sufficient contrast.',
  })
  @Matches(/^#[0-9a-f]{6}$/i, { message: validationMessages.brandColor })
  color!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The URL of the logo of the dashboard, and of landing pages without a logo of their own.',
  })
  @IsOptional()
  @MaxLength(MAX_URL_LENGTH, URL_LENGTH)
  logoImageUrl!: string | null;

  @Field(() => String, { nullable: true, description: 'The URL of the icon in browser tabs.' })
  @IsOptional()
  @MaxLength(MAX_URL_LENGTH, URL_LENGTH)
  faviconImageUrl!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The URL of the image in link previews of landing pages without an image of their own.',
  })
  @IsOptional()
  @MaxLength(MAX_URL_LENGTH, URL_LENGTH)
  socialImageUrl!: string | null;
}

interface BrandedClient {
  businessName: string;
  whiteLabelEnabled: boolean;
  brand: Brand;
}

/** Returns the brand that a client and its visitors see: its own with white label, or else the default one. */
export const shownBrand = ({ whiteLabelEnabled, brand }: BrandedClient): Brand =>
  whiteLabelEnabled ? brand : DEFAULT_BRAND;

/** Returns the name of the product that a client sees. With white label it is never the installation's. */
export const shownProductName = (client: BrandedClient, productName: string): string =>
  client.whiteLabelEnabled ? client.brand.productName || client.businessName : productName;
