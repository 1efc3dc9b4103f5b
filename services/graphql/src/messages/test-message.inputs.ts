import { SMS_MAX_LENGTH } from '@dripline/contract/limits';
import { Length, Matches } from 'class-validator';
import { Field, ID, InputType } from 'type-graphql';

@InputType({ description: 'A text to try on the client’s own phone.' })
export class TestTextInput {
  @Field(() => ID, { description: 'The campaign whose form fills it in.' })
  campaignId!: string;

  @Field(() => String, { description: 'The text, with merge fields such as {{firstName}}.' })
  @Matches(/\S/, { message: 'Enter the message' })
  @Length(1, SMS_MAX_LENGTH, { message: `A message has 1 to ${SMS_MAX_LENGTH} characters` })
  message!: string;

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Whether it goes as a lead’s first text, which names the business and says how to stop.',
  })
  isFirst!: boolean;

  @Field(() => String, {
    description: 'Asking again with the same key sends nothing and answers what became of the first.',
  })
  @Length(1, 200, { message: 'A key has 1 to 200 characters' })
  key!: string;
}
