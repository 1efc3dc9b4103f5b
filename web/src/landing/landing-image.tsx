import type { ImgHTMLAttributes } from 'react';
import type { LandingImageData, Photo } from './landing-view';

interface Props extends ImgHTMLAttributes<HTMLImageElement> {
  src: string;
  /** The resized copies, from which the browser chooses the smallest sufficient one. */
  image: LandingImageData | null;
  /** The displayed width, as a `sizes` attribute. */
  sizes?: string;
}

/** A responsive image that is hidden when it cannot be loaded. On the served page, `enhance.ts` hides it. */
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

function srcSet({ renditions }: LandingImageData, type: string): string {
  return renditions
    .filter(({ mimeType }) => mimeType === type)
    .map(({ url, width }) => `${url} ${width}w`)
    .join(', ');
}

/** A photo that fills its area. */
export const LandingPhoto = ({ src, image, fetchPriority }: Photo & Pick<Props, 'fetchPriority'>) => (
  <LandingImage className="backdrop" src={src} image={image} alt="" sizes="100vw" fetchPriority={fetchPriority} />
);
