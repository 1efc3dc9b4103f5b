import {
  type Attribution as StoredAttribution,
  type AttributionField,
  attributionParameters,
} from '@dripline/runtime/landing/attribution';
import { Field, InputType, ObjectType } from 'type-graphql';

const utm = (name: string) => `The \`${name}\` query parameter of the landing page URL, at most 200 characters.`;
const clickId = (name: string, meaning: string) =>
  `The \`${name}\` query parameter of the landing page URL: the ID of ${meaning}. Not stored if \`adConsent\` is false.`;

@ObjectType({
  simpleResolvers: true,
  description:
    'Where the visitor came from: the site that linked to the landing page, and what the link says of its ad.',
})
@InputType('AttributionInput', {
  description:
    'Where the visitor came from. UTM parameters are cut to 200 characters. Click IDs and referrers that cannot be valid are left out.',
})
export class Attribution implements Partial<Record<AttributionField, string | null>> {
  @Field(() => String, {
    nullable: true,
    description: 'The URL of the site that linked to the landing page, without its query.',
  })
  referrer?: string | null;

  @Field(() => String, { nullable: true, description: utm('utm_source') })
  utmSource?: string | null;

  @Field(() => String, { nullable: true, description: utm('utm_medium') })
  utmMedium?: string | null;

  @Field(() => String, { nullable: true, description: utm('utm_campaign') })
  utmCampaign?: string | null;

  @Field(() => String, { nullable: true, description: utm('utm_term') })
  utmTerm?: string | null;

  @Field(() => String, { nullable: true, description: utm('utm_content') })
  utmContent?: string | null;

  @Field(() => String, { nullable: true, description: clickId('gclid', 'a click on an ad of Google') })
  gclid?: string | null;

  @Field(() => String, {
    nullable: true,
    description: clickId('gbraid', 'a click in an iOS app on an ad of Google'),
  })
  gbraid?: string | null;

  @Field(() => String, {
    nullable: true,
    description: clickId('wbraid', 'a click on iOS on an ad of Google on the web'),
  })
  wbraid?: string | null;

  @Field(() => String, { nullable: true, description: clickId('fbclid', 'a click on an ad or link at Meta') })
  fbclid?: string | null;
}

/** Returns an attribution with all of its fields, as programs receive it. */
export const toFullAttribution = (attribution: StoredAttribution | null) =>
  attribution &&
  Object.fromEntries(
    Object.keys(attributionParameters).map((field) => [field, attribution[field as AttributionField] ?? null]),
  );
