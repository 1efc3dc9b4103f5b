import { SMS_MAX_LENGTH } from '@dripline/contract/limits';
import { Length, Matches } from 'class-validator';
import { Field, ID, InputType } from 'type-graphql';

@InputType({ description: 'A test message to the client’s own phone.' })
export class TestMessageInput {
  @Field(() => ID, { description: 'The ID of the campaign whose form fields fill in the message.' })
  campaignId!: string;

  @Field(() => String, { description: 'The message template, with merge fields such as {{firstName}}.' })
  @Matches(/\S/, { message: 'Enter a message.' })
  @Length(1, SMS_MAX_LENGTH, { message: `Message must have 1 to ${SMS_MAX_LENGTH} characters.` })
  message!: string;

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Whether to render it as a lead’s first message, which names the business and says how to opt out.',
  })
  isFirstMessage!: boolean;

  @Field(() => String, {
    description: 'An idempotency key. A second request with the same key sends nothing and returns the first message.',
  })
  @Length(1, 200, { message: 'Key must have 1 to 200 characters.' })
  key!: string;
}
