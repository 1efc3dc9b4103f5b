import type { FormEvent } from 'react';
import { LandingFieldRow } from './landing-field-row';
import {
  type LandingFormState,
  type LandingView,
  KEY_INPUT,
  PAGE_INPUT,
  TOKEN_INPUT,
  TRAP_INPUT,
} from './landing-view';

const DISCLOSURE_ID = '_disclosure';

interface Props {
  view: LandingView;
  state?: LandingFormState;
  /** The builder's preview takes the submission itself; the served page posts it. */
  onSubmit?: (event: FormEvent) => void;
}

/** The form: plain HTML that posts, and the hooks (`data-`) that the script takes hold of. */
export function LandingForm({ view, state, onSubmit }: Props) {
  const firstWrong = view.formFields.find((field) => state?.errors[field.id])?.id;
  return (
    <form className="form" method="post" action={state?.action} data-endpoint={state?.endpoint} onSubmit={onSubmit}>
      {state && <input type="hidden" name={KEY_INPUT} value={state.idempotencyKey} readOnly />}
      {state && <input type="hidden" name={PAGE_INPUT} value={view.pageVersion} readOnly />}
      {state?.formToken && <input type="hidden" name={TOKEN_INPUT} value={state.formToken} readOnly />}
      {state && <Trap />}
      {view.formFields.map((field) => (
        <LandingFieldRow
          key={field.id}
          field={field}
          value={state?.values[field.id]}
          error={state?.errors[field.id]}
          isFirstWrong={field.id === firstWrong}
        />
      ))}
      <p
        className="notice"
        role="alert"
        tabIndex={-1}
        hidden={!state?.notice}
        // eslint-disable-next-line jsx-a11y/no-autofocus -- without script nothing else takes the reader to the error
        autoFocus={Boolean(state?.notice) || undefined}
      >
        {state?.notice}
      </p>
      <button className="submit" type="submit" aria-describedby={view.disclosure ? DISCLOSURE_ID : undefined}>
        {view.submitButtonText}
      </button>
      <p className="status" role="status" />
      {view.disclosure && (
        <p className="disclosure" id={DISCLOSURE_ID}>
          {view.disclosure}
        </p>
      )}
    </form>
  );
}

/** Out of sight, out of the way of the keyboard and of screen readers; its name and what it says keep browsers and password managers from filling it in. */
function Trap() {
  return (
    <p className="trap" aria-hidden="true">
      Leave this empty
      <input
        type="text"
        name={TRAP_INPUT}
        tabIndex={-1}
        autoComplete="off"
        data-1p-ignore=""
        data-bwignore=""
        data-lpignore="true"
      />
    </p>
  );
}
