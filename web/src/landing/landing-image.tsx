import type { ImgHTMLAttributes } from 'react';
import type { MeasuredImage } from './landing-view';

interface Props extends ImgHTMLAttributes<HTMLImageElement> {
  src: string;
  /** Its copies, of which the browser takes the smallest that does. */
  image: MeasuredImage | null;
  /** How wide it is shown, in the words of the `sizes` attribute. */
  sizes?: string;
}

/** An image in the size that the screen needs. It disappears when it cannot be loaded; on the served page `hide-broken-images.ts` does the same. */
export function LandingImage({ src, image, sizes, alt, ...rest }: Props) {
  const types = [...new Set(image?.renditions.map(({ mimeType }) => mimeType))];
  return (
    <picture>
      {types.map((type) => (
        <source key={type} type={type} srcSet={srcSet(image!, type)} sizes={sizes} />
      ))}
      <img key={src} src={src} alt={alt} {...rest} onError={(event) => (event.currentTarget.hidden = true)} />
    </picture>
  );
}

function srcSet({ renditions }: MeasuredImage, type: string): string {
  return renditions
    .filter(({ mimeType }) => mimeType === type)
    .map(({ url, width }) => `${url} ${width}w`)
    .join(', ');
}

/** Width, height and `sizes` of an image that is shown that high: known before it loads, so that nothing shifts. */
export function atHeight(image: MeasuredImage | null, height: number) {
  if (!image) return { height };
  const width = Math.round((height * image.width) / image.height);
  // The page's edge is 20 px on either side.
  return { height, width, sizes: `(max-width: ${width + 40}px) calc(100vw - 40px), ${width}px` };
}
