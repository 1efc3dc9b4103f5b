/** Puts the thank-you screen, which the server sent along as a template, in place of the form. */
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
