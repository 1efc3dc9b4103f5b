import { IsOptional, Matches, MaxLength, Min } from 'class-validator';
import { MAX_URL_LENGTH } from '@dripline/contract/limits';
import { Field, Float, ID, InputType, ObjectType } from 'type-graphql';
import { File } from './file.entity';

@ObjectType({ simpleResolvers: true, description: 'Where one file may be put.' })
export class Upload {
  @Field(() => String, {
    description: 'Takes one PUT of the file with its content type, for 15 minutes, of at most 125829120 bytes.',
  })
  uploadURL!: string;

  @Field(() => Object, {
    description: 'Headers by name that the PUT must carry as well; empty unless the uploader said that it sends them.',
  })
  headers!: Record<string, string>;
}

@InputType({ description: 'What to do with a file that was put at an upload address.' })
export class SetObjectPathInput {
  @Field(() => String, { description: 'The address it was put at, with or without its query.' })
  @MaxLength(2 * MAX_URL_LENGTH, { message: 'This is not an upload address of yours' })
  objectURL!: string;

  @Field(() => String, { description: 'The name people see.' })
  @Matches(/\S/, { message: 'File name is required' })
  @MaxLength(1000, { message: 'This file name is too long' })
  fileName!: string;

  @Field(() => Float, { nullable: true, description: 'Its size in bytes; refused where another number arrived.' })
  @IsOptional()
  @Min(0, { message: 'A size is at least 0 bytes' })
  fileSize?: number | null;

  @Field(() => String, {
    nullable: true,
    description: 'Its media type. The real one is kept; an image, video, sound or PDF that is none is refused.',
  })
  @IsOptional()
  @MaxLength(200, { message: 'This is not a media type' })
  mimeType?: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'The client whose files it joins; left out for a campaign’s images.',
  })
  clientId?: string | null;
}

@ObjectType({ simpleResolvers: true, description: 'A file in its place.' })
export class PlacedObject {
  @Field(() => String, { description: 'Its path on the one origin.' })
  objectPath!: string;

  @Field(() => File, { nullable: true, description: 'The client’s file, where a client was named.' })
  file!: File | null;
}
