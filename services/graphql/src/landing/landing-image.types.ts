import { Field, Int, ObjectType } from 'type-graphql';

@ObjectType({ simpleResolvers: true, description: 'A smaller copy of an image.' })
export class ImageRendition {
  @Field(() => String, { description: 'Its address.' })
  url!: string;
  @Field(() => String, { description: 'Its media type: image/avif or image/webp.' })
  mimeType!: string;
  @Field(() => Int, { description: 'Its width in px.' })
  width!: number;
}

@ObjectType({ simpleResolvers: true, description: 'What is known of an uploaded image.' })
export class LandingImage {
  @Field(() => Int, { description: 'Its width in px, turned as its camera says.' })
  width!: number;
  @Field(() => Int, { description: 'Its height in px, turned as its camera says.' })
  height!: number;
  @Field(() => [ImageRendition], {
    description: 'Smaller copies, by type and from narrow to wide; none of a moving picture.',
  })
  renditions!: ImageRendition[];
}
