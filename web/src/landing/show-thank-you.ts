/** Replaces the form with the thank-you screen, which the page contains as a template. */
export function showThankYou(message: string): void {
  const template = document.querySelector('template');
  const main = document.querySelector('main');
  if (!template || !main) return;
  const logo = main.querySelector('.logo')?.closest('picture') ?? main.querySelector('.brand');
  main.classList.add('centered');
  main.replaceChildren(...(logo ? [logo] : []), template.content);
  const text = main.querySelector('.thank-you-message');
  if (text) text.textContent = message;
  scrollTo(0, 0);
  main.querySelector('h1')?.focus();
}
