import { atHeight, LandingImage } from './landing-image';
import type { LandingView } from './landing-view';

/** Whose page it is: the logo at its chosen height, else the name. */
export function LandingLogo({ view }: { view: LandingView }) {
  if (!view.logoImageUrl) return <p className="brand">{view.businessName}</p>;
  return (
    <LandingImage
      className="logo"
      src={view.logoImageUrl}
      image={view.logoImage}
      alt={view.businessName}
      {...atHeight(view.logoImage, view.logoSize)}
    />
  );
}
