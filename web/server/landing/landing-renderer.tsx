import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { LandingFrame } from '../../src/landing/landing-frame';
import { LandingPage } from '../../src/landing/landing-page';
import type { LandingFormState, LandingView } from '../../src/landing/landing-view';
import { ThankYouCard } from '../../src/landing/thank-you-card';
import { ThankYouPage } from '../../src/landing/thank-you-page';
import { pageDirection, pageLanguage } from '../../src/landing/page-language';
import { landingTexts } from '../../src/messages/landing';
import { sharedMessages } from '../../src/messages/shared';
import type { LandingAssets } from '../client-bundle';
import { LandingHead } from './landing-head';

interface Settings {
  productName: string;
  assets: LandingAssets;
}

/** Renders every page that a visitor can see as HTML. */
export type LandingRenderer = ReturnType<typeof landingRenderer>;

/** Creates the renderer with the settings that all pages share. */
export function landingRenderer({ productName, ...head }: Settings) {
  const html = (title: string, body: ReactNode, view?: LandingView, written = view) =>
    `<!doctype html>${renderToStaticMarkup(
      <html lang={written ? pageLanguage(written) : 'en'} dir={written ? pageDirection(written) : 'ltr'}>
        <LandingHead {...head} title={title} view={view} colored={written} />
        <body>{body}</body>
      </html>,
    )}`;
  const message = (title: string, text: string) => html(title, <StatusPage title={title} text={text} />);
  return {
    form: (view: LandingView, state: LandingFormState) =>
      html(
        pageTitle(view, hasProblem(state)),
        <>
          <LandingPage view={view} state={state} productName={productName} />
          <template>
            <ThankYouCard message="" language={view.language} />
          </template>
        </>,
        view,
      ),
    thankYou: (text: string, view?: LandingView) =>
      html(
        landingTexts[view?.language ?? 'en'].thankYou,
        <ThankYouPage view={view} message={text} productName={productName} takesFocus />,
        undefined,
        view,
      ),
    notFound: () =>
      message(
        sharedMessages.campaignNotFound,
        'This page may have moved, or the offer may have ended. Please check the URL.',
      ),
    unavailable: () =>
      message(sharedMessages.campaignNotFound, 'This page is temporarily unavailable. Please try again in a moment.'),
  };
}

/** A page with one message, such as not found or temporarily unavailable. */
function StatusPage({ title, text }: { title: string; text: string }) {
  return (
    <LandingFrame productName="" isNarrow>
      <div className="card thanks">
        <h1>{title}</h1>
        <p className="thank-you-message">{text}</p>
      </div>
    </LandingFrame>
  );
}

function hasProblem({ errors, formError }: LandingFormState): boolean {
  return Boolean(formError) || Object.keys(errors).length > 0;
}

function pageTitle({ headline, businessName, language }: LandingView, hasError: boolean): string {
  // Screen readers announce the title first. Without script it is the only announcement that the form has errors.
  return `${hasError ? `${landingTexts[language].error} ` : ''}${headline ? `${headline} | ${businessName}` : businessName}`;
}
