import { asFirstMessage } from './first-message';
import { answerText, isDefaultDisclosure, LANGUAGES, languageTexts } from './languages';
import { computeSegments } from './message-segments';

test.each(LANGUAGES)('the texts in %s are complete and name what they are about', (language) => {
  const { answers, disclosure } = languageTexts[language];
  for (const text of Object.values(answers)) expect(text).toContain('{label}');
  expect(answers.maxLength).toContain('{max}');
  expect(answerText(language, 'required', '$& {max}')).toContain('$& {max}');
  for (const part of ['{{businessName}}', 'STOP', 'HELP']) expect(disclosure).toContain(part);
  expect(isDefaultDisclosure(`${disclosure}\n`)).toBe(true);
  expect(isDefaultDisclosure(`${disclosure} And more.`)).toBe(false);
});

test('no two languages share a text', () => {
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

test('outside English, STOP in capitals is how to stop, and in English only an instruction is', () => {
  expect(asFirstMessage('Acme: envíe la palabra STOP', 'Acme', 'es')).toBe('Acme: envíe la palabra STOP');
  expect(asFirstMessage('Acme: non-stop', 'Acme', 'fr')).toContain(languageTexts.fr.stop);
  expect(asFirstMessage('Acme: we do not STOP', 'Acme', 'en')).toContain(languageTexts.en.stop);
});
