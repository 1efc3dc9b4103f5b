import { LandingImage } from './landing-image';
import type { LandingImageData, LandingView } from './landing-view';

/** The client's logo at the campaign's size, or the business name when there is no logo. */
export function LandingLogo({ view }: { view: LandingView }) {
  if (!view.logoImageUrl)
    return (
      <p className="brand" dir="auto">
        {view.businessName}
      </p>
    );
  return (
    <LandingImage
      className="logo"
      src={view.logoImageUrl}
      image={view.logoImage}
      alt={view.businessName}
      {...sizeForHeight(view.logoImage, view.logoSize)}
    />
  );
}

/**
 * Returns the width, height and `sizes` of an image at a given height in px. Setting them before the image loads
 * prevents layout shifts.
 */
function sizeForHeight(image: LandingImageData | null, height: number) {
  if (!image) return { height };
  const width = Math.round((height * image.width) / image.height);
  // The page has a margin of 20 px on either side.
  return { height, width, sizes: `(max-width: ${width + 40}px) calc(100vw - 40px), ${width}px` };
}
