import { sizeForHeight, LandingImage } from './landing-image';
import type { LandingView } from './landing-view';

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
