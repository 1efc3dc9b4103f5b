import { type ApiKeyScope, apiKeyScopes, MAX_API_KEY_NAME_LENGTH } from '@dripline/contract/api-keys';
import { ArrayMaxSize, ArrayMinSize, Length } from 'class-validator';
import { Field, InputType } from 'type-graphql';
import { ApiKeyScopes } from './api-key.entity';

@InputType({ description: 'The fields of a new API key.' })
export class CreateApiKeyInput {
  @Field(() => String, {
    description: `The name of the key, 1 to ${MAX_API_KEY_NAME_LENGTH} characters, such as the program that uses it.`,
  })
  @Length(1, MAX_API_KEY_NAME_LENGTH, { message: `Name must have 1 to ${MAX_API_KEY_NAME_LENGTH} characters.` })
  name!: string;

  @Field(() => [ApiKeyScopes], { description: 'What the key may do.' })
  @ArrayMinSize(1, { message: 'Choose at least one scope.' })
  @ArrayMaxSize(apiKeyScopes.length, { message: 'List each scope only once.' })
  scopes!: ApiKeyScope[];

  @Field(() => Date, { nullable: true, description: 'When the key expires. Omit it for a key that does not expire.' })
  expiresAt?: Date | null;
}
