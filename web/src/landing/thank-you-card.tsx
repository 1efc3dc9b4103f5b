import { landingTexts } from '../messages/landing';
import type { LandingView } from './landing-view';

interface Props {
  message: string;
  language: LandingView['language'];
  /** Focuses the heading when the page opens, because without script nothing else can. */
  takesFocus?: boolean;
}

/** The check mark and the campaign's thank-you message. */
export function ThankYouCard({ message, language, takesFocus }: Props) {
  return (
    <div className="card thanks">
      <svg className="check" viewBox="0 0 64 64" width="64" height="64" aria-hidden="true">
        <circle cx="32" cy="32" r="32" fill="var(--accent)" fillOpacity=".14" />
        <path
          d="M20 33.5l8.2 8L44 24.5"
          fill="none"
          stroke="var(--accent-text)"
          strokeWidth="5"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      {/* eslint-disable-next-line jsx-a11y/no-autofocus -- as with script, the focus starts at the result of the submission */}
      <h1 lang={language} tabIndex={-1} autoFocus={takesFocus}>
        {landingTexts[language].thankYou}
      </h1>
      <p className="thank-you-message" dir="auto">
        {message}
      </p>
    </div>
  );
}
