import { GraphQLJSONObject } from 'graphql-scalars';
import { Field, InputType } from 'type-graphql';
import { LeadStatus } from './lead.entity';

@InputType({ description: 'The fields of a lead to update. Omitted fields are unchanged.' })
export class UpdateLeadInput {
  @Field(() => GraphQLJSONObject, {
    nullable: true,
    description: 'The form values by field ID. They replace all existing values.',
  })
  formData?: Record<string, unknown> | null;

  @Field(() => LeadStatus, { nullable: true, description: 'The status of the lead.' })
  status?: LeadStatus | null;
}
