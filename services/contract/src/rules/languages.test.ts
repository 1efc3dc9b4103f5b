import { asFirstMessage } from './first-message';
import { answerText, isDefaultText, LANGUAGES, languageTexts } from './languages';
import { computeSegments } from './message-segments';

test.each(LANGUAGES)('the texts in %s are complete and name what they are about', (language) => {
  const { answers, disclosure, submit } = languageTexts[language];
  for (const text of Object.values(answers)) expect(text).toContain('{label}');
  expect(answers.maxLength).toContain('{max}');
  expect(answerText(language, 'required', '$& {max}')).toContain('$& {max}');
  for (const part of ['{{businessName}}', 'STOP', 'HELP']) expect(disclosure).toContain(part);
  expect(isDefaultText('disclosure', `${disclosure}\n`)).toBe(true);
  expect(isDefaultText('disclosure', `${disclosure} And more.`)).toBe(false);
  expect(isDefaultText('submit', submit)).toBe(true);
});

test('no two languages share a name or a disclosure', () => {
  const texts = LANGUAGES.flatMap((language) => [languageTexts[language].disclosure, languageTexts[language].name]);
  expect(new Set(texts).size).toBe(texts.length);
});

test.each(LANGUAGES)('a first message in %s says how to stop, once, and stays in the GSM-7 alphabet', (language) => {
  const { stop } = languageTexts[language];
  const sent = asFirstMessage('Hola', 'Acme', language);
  expect(sent).toBe(`Acme: Hola\n${stop}`);
  expect(computeSegments(sent).encoding).toBe('gsm7');
  expect(asFirstMessage(sent, 'Acme', language)).toBe(sent);
});

test.each([
  ['es', 'Acme: envíe la palabra STOP', ''],
  ['es', 'Acme: STOP para cancelar', ''],
  ['fr', 'Acme : répondez « STOP » à tout moment', ''],
  ['de', 'Acme: Antworten Sie mit STOP', ''],
  ['pt', 'Acme: responda stop', ''],
  ['fr', 'Acme : STOP aux fuites ! Votre devis est prêt', languageTexts.fr.stop],
  ['fr', 'Acme : non-stop', languageTexts.fr.stop],
  ['es', 'STOP HUMEDADES: Responda cuando pueda.', languageTexts.es.stop],
  ['en', 'Acme: we do not STOP', languageTexts.en.stop],
] as const)('in %s, the first message %j gets the line %j', (language, text, line) => {
  const name = text.startsWith('STOP') ? 'STOP HUMEDADES' : 'Acme';
  expect(asFirstMessage(text, name, language)).toBe(line === '' ? text : `${text}\n${line}`);
});
