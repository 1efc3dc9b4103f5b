import { landingFormWords } from '../messages/landing-form';

/** Says, at the button and to a screen reader, that a submission is on its way again; `end` takes it back. */
export function showSending(form: HTMLFormElement): { again: () => void; end: () => void } {
  const button = form.querySelector('button');
  const status = form.querySelector('.status');
  const label = button?.textContent ?? '';
  const show = (onButton: string, spoken: string) => {
    if (button) button.textContent = onButton;
    if (status) status.textContent = spoken;
  };
  return {
    again: () => show(landingFormWords.sendingAgain, landingFormWords.sendingAgain),
    end: () => show(label, ''),
  };
}
