import { LandingImage } from './landing-image';
import type { LandingView } from './landing-view';

/** Whose page it is: the logo at its chosen height (an attribute, so that nothing shifts while it loads), else the name. */
export function LandingLogo({ view }: { view: LandingView }) {
  if (!view.logoImageUrl) return <p className="brand">{view.businessName}</p>;
  return <LandingImage className="logo" src={view.logoImageUrl} alt={view.businessName} height={view.logoSize} />;
}
