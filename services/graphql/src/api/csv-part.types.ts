import { Field, ObjectType } from 'type-graphql';

@ObjectType({ simpleResolvers: true, description: 'A part of a CSV file.' })
export class CsvPart {
  @Field(() => String, { description: 'The rows. The first part starts with the column names.' })
  csv!: string;

  @Field(() => String, { nullable: true, description: 'The cursor of the next part, or null at the end.' })
  nextCursor!: string | null;
}
