import type { ScriptTexts } from '../landing-view';

/** Returns the texts of the page's language, which the form carries. */
export const textsOf = (form: HTMLFormElement): ScriptTexts =>
  // Not form.dataset, because a form field named `dataset` would shadow the form's own property.
  JSON.parse(form.getAttribute('data-texts')!) as ScriptTexts;
