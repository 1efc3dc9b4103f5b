import { Field, Int, ObjectType } from 'type-graphql';

@ObjectType({ simpleResolvers: true, description: 'A smaller copy of an image.' })
export class ImageRendition {
  @Field(() => String, { description: 'The URL of the copy.' })
  url!: string;
  @Field(() => String, { description: 'The media type: image/avif or image/webp.' })
  mimeType!: string;
  @Field(() => Int, { description: 'The width in pixels.' })
  width!: number;
}

@ObjectType({ simpleResolvers: true, description: 'The size and smaller copies of an uploaded image.' })
export class LandingImage {
  @Field(() => Int, { description: 'The width in pixels, after applying the EXIF orientation.' })
  width!: number;
  @Field(() => Int, { description: 'The height in pixels, after applying the EXIF orientation.' })
  height!: number;
  @Field(() => [ImageRendition], {
    description: 'Smaller copies, by media type and then by width. Empty for animated images.',
  })
  renditions!: ImageRendition[];
}
