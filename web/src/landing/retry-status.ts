import { landingFormMessages } from '../messages/landing-form';

/**
 * Returns functions that show that the submission is being retried, on the button and to screen readers, and that
 * restore the button.
 */
export function retryStatus(form: HTMLFormElement): { showRetrying: () => void; reset: () => void } {
  const button = form.querySelector('button');
  const status = form.querySelector('.status');
  const label = button?.textContent ?? '';
  const show = (buttonText: string, statusText: string) => {
    if (button) button.textContent = buttonText;
    if (status) status.textContent = statusText;
  };
  return {
    showRetrying: () => show(landingFormMessages.sendingAgain, landingFormMessages.sendingAgain),
    reset: () => show(label, ''),
  };
}
