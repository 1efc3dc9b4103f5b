import { languageTexts } from '@dripline/contract/rules/languages';
import type { FormEvent } from 'react';
import { landingTexts } from '../messages/landing';
import { Contact } from './page-sections';
import { LandingFieldRow } from './landing-field-row';
import {
  type LandingFormState,
  type LandingView,
  type ScriptTexts,
  AD_CONSENT_INPUT,
  KEY_INPUT,
  PAGE_INPUT,
  TOKEN_INPUT,
  HONEYPOT_INPUT,
} from './landing-view';

const DISCLOSURE_ID = '_disclosure';

interface Props {
  view: LandingView;
  state?: LandingFormState;
  /** Handles the submission in the builder's preview. The served page posts the form instead. */
  onSubmit?: (event: FormEvent) => void;
}

/** The form as plain HTML, with `data-` attributes for the script. */
export function LandingForm({ view, state, onSubmit }: Props) {
  const firstInvalid = view.formFields.find((field) => state?.errors[field.id])?.id;
  return (
    <form
      className="form"
      method="post"
      action={state?.action}
      data-endpoint={state?.endpoint}
      data-texts={state && JSON.stringify(scriptTexts(view.language))}
      onSubmit={onSubmit}
    >
      {view.formTitle && (
        <h2 className="form-title" dir="auto">
          {view.formTitle}
        </h2>
      )}
      {state && <input type="hidden" name={KEY_INPUT} value={state.idempotencyKey} readOnly />}
      {state && <input type="hidden" name={PAGE_INPUT} value={view.pageVersion} readOnly />}
      {state?.formToken && <input type="hidden" name={TOKEN_INPUT} value={state.formToken} readOnly />}
      {state && <HoneypotField />}
      {view.formFields.map((field) => (
        <LandingFieldRow
          key={field.id}
          field={field}
          value={state?.values[field.id]}
          error={state?.errors[field.id]}
          isFirstWrong={field.id === firstInvalid}
        />
      ))}
      {view.adConsentText && <AdConsent text={view.adConsentText} isGiven={state?.adConsent} />}
      <p
        className="notice"
        lang={view.language}
        dir="auto"
        role="alert"
        tabIndex={-1}
        hidden={!state?.formError}
        // eslint-disable-next-line jsx-a11y/no-autofocus -- without script nothing else leads the visitor to the error
        autoFocus={Boolean(state?.formError) || undefined}
      >
        {state?.formError}
      </p>
      <button
        className="submit"
        type="submit"
        dir="auto"
        aria-describedby={view.disclosure ? DISCLOSURE_ID : undefined}
      >
        {view.submitButtonText}
      </button>
      {view.disclosure && (
        <div className="agreement">
          <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
            <path d="M5 7V5a3 3 0 0 1 6 0v2h1v6H4V7zm1.5 0h3V5a1.5 1.5 0 0 0-3 0z" fill="currentColor" />
          </svg>
          <p className="disclosure" id={DISCLOSURE_ID} dir="auto">
            {view.disclosure}
          </p>
        </div>
      )}
      <Contact {...view} />
      <div className="toasts" lang={view.language} role="status" />
    </form>
  );
}

function scriptTexts(language: LandingView['language']): ScriptTexts {
  const { required, email, maxLength } = languageTexts[language].answers;
  const { submitFailed, close } = landingTexts[language];
  return { required, email, maxLength, submitFailed, close };
}

/** A checkbox that starts unticked, because consent must be given actively. Without it, the form posts `false`. */
const AdConsent = ({ text, isGiven }: { text: string; isGiven: boolean | undefined }) => (
  <label className="ad-consent" dir="auto">
    <input type="hidden" name={AD_CONSENT_INPUT} value="false" />
    <input type="checkbox" name={AD_CONSENT_INPUT} value="true" defaultChecked={isGiven} />
    <span>{text}</span>
  </label>
);

/**
 * A honeypot: a field that is hidden from sight, keyboard and screen readers. Its attributes keep browsers and password
 * managers from filling it in.
 */
function HoneypotField() {
  return (
    <p className="honeypot" aria-hidden="true">
      Leave this empty
      <input
        type="text"
        name={HONEYPOT_INPUT}
        tabIndex={-1}
        autoComplete="off"
        data-1p-ignore=""
        data-bwignore=""
        data-lpignore="true"
      />
    </p>
  );
}
