import type { FormEvent } from 'react';
import { Benefits, Faq, Testimonials, Translations } from './page-sections';
import { LandingForm } from './landing-form';
import { LandingFrame } from './landing-frame';
import { LandingPhoto } from './landing-image';
import { LandingLogo } from './landing-logo';
import { LandingMedia } from './landing-media';
import { type LandingFormState, type LandingView, photoOf } from './landing-view';
import { splitSubheadline } from './split-subheadline';

/** The id of the card with the form. */
const FORM_ID = '_form';
/** The length from which a headline is set a size smaller. */
const LONG_HEADLINE = 60;

interface Props {
  view: LandingView;
  productName: string;
  state?: LandingFormState;
  onSubmit?: (event: FormEvent) => void;
}

/** The landing page: the offer and the form, in one of three layouts, and what supports the offer. */
export function LandingPage({ view, productName, state, onSubmit }: Props) {
  const headline = view.headline || view.businessName;
  const { text, benefits } = splitSubheadline(view.subheadline);
  const photo = photoOf(view);
  const [isSplit, isCentered, isPicture] = [
    view.layout === 'split',
    view.layout === 'centered',
    view.layout === 'picture',
  ];
  return (
    <LandingFrame view={view} productName={productName}>
      <div className={isPicture && photo ? 'hero pictured' : 'hero'}>
        <div className="offer">
          {isPicture && photo && <LandingPhoto {...photo} fetchPriority="high" />}
          <div className="words">
            <div className="top">
              <LandingLogo view={view} />
              <Translations view={view} query={state?.query ?? ''} />
            </div>
            <h1 className={headline.length > LONG_HEADLINE ? 'long' : undefined} dir="auto">
              {headline}
            </h1>
            {text && (
              <p className="subheadline" dir="auto">
                {text}
              </p>
            )}
            {!isCentered && <Benefits benefits={benefits} />}
            {/* In the builder's preview, it would open the builder. */}
            {!onSubmit && (
              <a className="jump" href={`#${FORM_ID}`} dir="auto">
                {view.submitButtonText}
              </a>
            )}
          </div>
          {isSplit && <LandingMedia view={view} />}
        </div>
        <div className="side">
          <div className="card" id={FORM_ID}>
            <LandingForm view={view} state={state} onSubmit={onSubmit} />
          </div>
          {isSplit && <Testimonials {...view} />}
        </div>
      </div>
      <div className="more">
        {!isSplit && <LandingMedia view={view} />}
        {isCentered && <Benefits benefits={benefits} />}
        {!isSplit && <Testimonials {...view} />}
        <Faq {...view} />
      </div>
    </LandingFrame>
  );
}
