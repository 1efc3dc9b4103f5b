import { QR_CODE_SIZE } from '@dripline/contract/limits';
import { Max, Min } from 'class-validator';
import { ArgsType, Field, Int, ObjectType } from 'type-graphql';
import { registerEnum } from '../api/register-enum';

export enum QrCodeFormat {
  png = 'png',
  svg = 'svg',
}
registerEnum(QrCodeFormat, 'QrCodeFormat', 'The image format of a QR code.', {
  png: 'A PNG image.',
  svg: 'An SVG image, sharp at any size.',
});

const SIZE_RANGE = { message: `Size must be ${QR_CODE_SIZE.min} to ${QR_CODE_SIZE.max} pixels.` };

/** Arguments of `Campaign.qrCode`. */
@ArgsType()
export class QrCodeArgs {
  @Field(() => QrCodeFormat, { defaultValue: QrCodeFormat.png, description: 'The image format.' })
  format: QrCodeFormat = QrCodeFormat.png;

  @Field(() => Int, {
    defaultValue: QR_CODE_SIZE.default,
    description: `The image’s width and height in pixels, ${QR_CODE_SIZE.min} to ${QR_CODE_SIZE.max}.`,
  })
  @Min(QR_CODE_SIZE.min, SIZE_RANGE)
  @Max(QR_CODE_SIZE.max, SIZE_RANGE)
  size: number = QR_CODE_SIZE.default;
}

@ObjectType({
  simpleResolvers: true,
  description: 'The QR code of a landing page. It encodes the public URL with `source=qr`.',
})
export class QrCode {
  @Field(() => String, { description: 'A file name for saving the image.' })
  fileName!: string;

  @Field(() => String, { description: 'The image’s media type.' })
  mimeType!: string;

  @Field(() => String, { description: 'The image, encoded in base64.' })
  content!: string;
}
