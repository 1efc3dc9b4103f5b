import type { FormEvent } from 'react';
import { LandingForm } from './landing-form';
import { LandingFrame } from './landing-frame';
import { LandingLogo } from './landing-logo';
import { LandingMedia } from './landing-media';
import type { LandingFormState, LandingView } from './landing-view';

interface Props {
  view: LandingView;
  productName: string;
  state?: LandingFormState;
  onSubmit?: (event: FormEvent) => void;
}

/** The landing page: the offer with the form beside it. */
export function LandingPage({ view, productName, state, onSubmit }: Props) {
  return (
    <LandingFrame view={view} productName={productName}>
      <div className="offer">
        <LandingLogo view={view} />
        <h1 dir="auto">{view.headline || view.businessName}</h1>
        {view.subheadline && (
          <p className="subheadline" dir="auto">
            {view.subheadline}
          </p>
        )}
        <LandingMedia view={view} />
      </div>
      <div className="card">
        <LandingForm view={view} state={state} onSubmit={onSubmit} />
      </div>
    </LandingFrame>
  );
}
