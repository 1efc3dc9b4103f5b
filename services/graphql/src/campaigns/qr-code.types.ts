import { Field, ObjectType, registerEnumType } from 'type-graphql';

export enum QrCodeFormat {
  png = 'png',
  svg = 'svg',
}
registerEnumType(QrCodeFormat, { name: 'QrCodeFormat', description: 'The kind of image.' });

@ObjectType({ simpleResolvers: true, description: 'The QR code of a landing page; it encodes the public address with `source=qr`.' })
export class QrCode {
  @Field(() => String, { description: 'The name to save it under.' })
  fileName!: string;

  @Field(() => String, { description: 'Its media type.' })
  mimeType!: string;

  @Field(() => String, { description: 'The image, in base64.' })
  content!: string;
}
