import { LandingImage } from './landing-image';
import type { LandingView } from './landing-view';

/** The client's logo at its chosen height. The height is an attribute, so nothing shifts while it loads. */
export function LandingLogo({ view }: { view: LandingView }) {
  if (!view.logoImageUrl) return null;
  return <LandingImage className="logo" src={view.logoImageUrl} alt={view.businessName} height={view.logoSize} />;
}
