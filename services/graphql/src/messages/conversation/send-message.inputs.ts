import { SMS_MAX_LENGTH } from '@dripline/contract/limits';
import { Length, Matches } from 'class-validator';
import { Field, ID, InputType } from 'type-graphql';

@InputType({ description: 'A message that a person writes to a lead.' })
export class SendMessageInput {
  @Field(() => ID, { description: 'The ID of the lead.' })
  leadId!: string;

  @Field(() => String, {
    description: `The text, 1 to ${SMS_MAX_LENGTH} characters. Braces in it are not merge fields. The first message to a lead is completed with the business name and how to stop.`,
  })
  @Matches(/\S/, { message: 'Enter a message.' })
  @Length(1, SMS_MAX_LENGTH, { message: `Message must have 1 to ${SMS_MAX_LENGTH} characters.` })
  body!: string;

  @Field(() => String, {
    description:
      'An idempotency key. A second request for the lead with the same key sends nothing and returns the first message.',
  })
  @Length(1, 200, { message: 'Key must have 1 to 200 characters.' })
  key!: string;
}
