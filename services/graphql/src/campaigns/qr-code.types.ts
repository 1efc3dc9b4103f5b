import { QR_CODE_SIZE } from '@dripline/contract/limits';
import { Max, Min } from 'class-validator';
import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import { publishEnum } from '../api/publish-enum';

export enum QrCodeFormat {
  png = 'png',
  svg = 'svg',
}
publishEnum(QrCodeFormat, 'QrCodeFormat', 'The kind of image.', {
  png: 'A PNG image.',
  svg: 'An SVG drawing, sharp at any size.',
});

const BOUNDS = { message: `Use ${QR_CODE_SIZE.min} to ${QR_CODE_SIZE.max} px` };

/** Which QR code, and how it is drawn. */
@ArgsType()
export class QrCodeArgs {
  @Field(() => ID, { description: 'The campaign’s id.' })
  campaignId!: string;

  @Field(() => QrCodeFormat, { defaultValue: QrCodeFormat.png, description: 'The kind of image.' })
  format: QrCodeFormat = QrCodeFormat.png;

  @Field(() => Int, {
    defaultValue: QR_CODE_SIZE.default,
    description: `Its side in px, ${QR_CODE_SIZE.min} to ${QR_CODE_SIZE.max}.`,
  })
  @Min(QR_CODE_SIZE.min, BOUNDS)
  @Max(QR_CODE_SIZE.max, BOUNDS)
  size: number = QR_CODE_SIZE.default;
}

@ObjectType({
  simpleResolvers: true,
  description: 'The QR code of a landing page; it encodes the public address with `source=qr`.',
})
export class QrCode {
  @Field(() => String, { description: 'The name to save it under.' })
  fileName!: string;

  @Field(() => String, { description: 'Its media type.' })
  mimeType!: string;

  @Field(() => String, { description: 'The image, in base64.' })
  content!: string;
}
