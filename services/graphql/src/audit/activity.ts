import { Field, ID, ObjectType } from 'type-graphql';
import { AuditActor } from './audit-entry.entity';

@ObjectType({ simpleResolvers: true, description: 'An action in a client’s account, as shown to the client.' })
export class Activity {
  @Field(() => ID, { description: 'The ID of the entry.' })
  id!: string;
  @Field(() => AuditActor, {
    description: 'The kind of account that performed the action. `admin` is the agency, on the client’s behalf.',
  })
  actor!: AuditActor;
  @Field(() => String, {
    nullable: true,
    description: 'The name of the API key that performed the action for the account, or null if it used none.',
  })
  apiKeyName!: string | null;
  @Field(() => String, { description: 'The name of the GraphQL operation.' })
  operation!: string;
  @Field(() => String, { nullable: true, description: 'The ID of the object that the action affected.' })
  objectId!: string | null;
  @Field(() => Date, { description: 'When the action started.' })
  createdAt!: Date;
}
