import { LandingFrame } from './landing-frame';
import { LandingLogo } from './landing-logo';
import type { LandingView } from './landing-view';
import { ThankYouCard } from './thank-you-card';

interface Props {
  /** Absent only when the campaign could not be loaded again after the lead was saved. */
  view?: LandingView;
  message: string;
  productName: string;
  takesFocus?: boolean;
}

/** The page after a submission. */
export function ThankYouPage({ view, message, productName, takesFocus }: Props) {
  return (
    <LandingFrame view={view} productName={productName} isNarrow>
      {view && <LandingLogo view={view} />}
      <ThankYouCard message={message} language={view?.language ?? 'en'} takesFocus={takesFocus} />
    </LandingFrame>
  );
}
