import type { ImgHTMLAttributes } from 'react';

/** An image that disappears when it cannot be loaded; on the served page `hide-broken-images.ts` does the same. */
export function LandingImage({ src, alt, ...rest }: ImgHTMLAttributes<HTMLImageElement> & { src: string }) {
  return <img key={src} src={src} alt={alt} {...rest} onError={(event) => (event.currentTarget.hidden = true)} />;
}
