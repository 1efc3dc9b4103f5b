import { QR_CODE_SIZE } from '@dripline/contract/limits';
import { Matches, Max, Min } from 'class-validator';
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

/** How the code looks, in any format. */
@ArgsType()
export class QrCodeStyleArgs {
  @Field(() => String, {
    defaultValue: '#000000',
    description: 'The color of the dark modules, such as `#0f172a`. Its contrast with white must be at least 4.5.',
  })
  @Matches(/^#[0-9a-f]{6}$/i, { message: 'color must be a color such as #0f172a.' })
  color: string = '#000000';

  @Field(() => Boolean, {
    defaultValue: false,
    description:
      'Whether the campaign’s logo stands in the middle. The code then recovers 30% instead of 15%. Ignored without a logo.',
  })
  logo: boolean = false;
}

/** Arguments of fields that return the image of a QR code. */
@ArgsType()
export class QrCodeArgs extends QrCodeStyleArgs {
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
  description: 'A file with a QR code.',
})
export class QrCode {
  @Field(() => String, { description: 'A file name for saving it.' })
  fileName!: string;

  @Field(() => String, { description: 'The media type of the file.' })
  mimeType!: string;

  @Field(() => String, { description: 'The file, encoded in base64.' })
  content!: string;
}
