import { IsInt, IsOptional, Matches, MaxLength, Min } from 'class-validator';
import { MAX_URL_LENGTH } from '@dripline/contract/limits';
import { ArgsType, Field, Float, ID, InputType, ObjectType } from 'type-graphql';
import { File } from './file.entity';

@ObjectType({ simpleResolvers: true, description: 'A signed URL that accepts one file upload.' })
export class Upload {
  @Field(() => String, {
    description:
      'The URL to PUT the file to, with its Content-Type. Valid for 15 minutes and one file of at most `size` bytes.',
  })
  uploadURL!: string;

  @Field(() => Object, {
    description:
      'Headers that the PUT request must also send, by name. Empty unless `sendsHeaders` was true or `size` was set.',
  })
  headers!: Record<string, string>;
}

/** A request for an upload URL. */
@ArgsType()
export class CreateUploadArgs {
  @Field(() => ID, { nullable: true, description: 'The ID of the client that will own the file.' })
  clientId!: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether the uploader sends the returned headers, so that the object store itself rejects large or repeated uploads. Defaults to true if `size` is set, else to false.',
  })
  sendsHeaders!: boolean | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'The file’s size in bytes, which counts towards the storage limit until the upload is completed or expires. A larger upload is rejected, and an S3 bucket also rejects a smaller one. Defaults to 125829120.',
  })
  @IsOptional()
  @IsInt({ message: 'size must be a whole number of bytes.' })
  @Min(0, { message: 'size must be at least 0.' })
  size!: number | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The Content-Type of the upload. A bucket rejects another one. Without it, the type is checked only when the upload is completed.',
  })
  @IsOptional()
  // What `File.type` can contain in a browser.
  @Matches(/^[!-~]([ -~]{0,198}[!-~])?$/, { message: 'mimeType must be a media type such as image/png.' })
  mimeType!: string | null;
}

@InputType({ description: 'An upload to complete.' })
export class CompleteUploadInput {
  @Field(() => String, { description: 'The upload URL, with or without its query string.' })
  @MaxLength(2 * MAX_URL_LENGTH, { message: 'objectURL must be one of your upload URLs.' })
  objectURL!: string;

  @Field(() => String, { description: 'The display name.' })
  @Matches(/\S/, { message: 'File name is required.' })
  @MaxLength(1000, { message: 'File name must be at most 1000 characters.' })
  fileName!: string;

  @Field(() => Float, {
    nullable: true,
    description: 'The size in bytes. The upload is rejected if its actual size differs.',
  })
  @IsOptional()
  @Min(0, { message: 'fileSize must be at least 0.' })
  fileSize?: number | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The media type. The detected type is stored, and a file that is not the claimed image, video, audio or PDF is rejected.',
  })
  @IsOptional()
  @MaxLength(200, { message: 'mimeType must be at most 200 characters.' })
  mimeType?: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'The ID of the client that gets the file. Omit it for an image of a campaign or brand.',
  })
  clientId?: string | null;
}

@ObjectType({ simpleResolvers: true, description: 'A published file.' })
export class CompletedUpload {
  @Field(() => String, { description: 'The public path.' })
  objectPath!: string;

  @Field(() => File, {
    nullable: true,
    description: 'The file in the client’s file manager, or null for an image of a campaign or brand.',
  })
  file!: File | null;
}
