import { DEFAULT_SUBMIT_BUTTON_TEXT } from '../limits';

/** The languages of landing pages and of what Dripline adds to messages, as language tags (BCP 47). */
export const LANGUAGES = ['en', 'es', 'fr', 'de', 'pt'] as const;
export type Language = (typeof LANGUAGES)[number];

/** What is wrong with an answer, as a text in which `{label}` is the question and `{max}` a number. */
export interface AnswerTexts {
  required: string;
  email: string;
  phone: string;
  option: string;
  maxLength: string;
}

interface LanguageTexts {
  /** The language's own name for itself. */
  name: string;
  answers: AnswerTexts;
  /** The default label of the submit button. */
  submit: string;
  /** The default disclosure: what a visitor consents to. */
  disclosure: string;
  /** How to stop messages, in the GSM-7 alphabet so that it does not make a message longer. */
  stop: string;
}

/** The texts that the server and the pages share, by language. */
export const languageTexts: Record<Language, LanguageTexts> = {
  en: {
    name: 'English',
    answers: {
      required: '{label} is required',
      email: '{label} must be an email address',
      phone: '{label} must be a phone number',
      option: '{label} must be one of its options',
      maxLength: '{label} may have at most {max} characters',
    },
    submit: DEFAULT_SUBMIT_BUTTON_TEXT,
    disclosure:
      'By sending this form you agree that {{businessName}} may call you and send you automated texts about your request. ' +
      'Message frequency varies. Message and data rates may apply. Reply STOP to stop, HELP for help. Your agreement is not a condition of any purchase.',
    stop: 'Reply STOP to stop.',
  },
  es: {
    name: 'Español',
    answers: {
      required: '{label}: este campo es obligatorio',
      email: '{label}: escriba una dirección de correo electrónico válida',
      phone: '{label}: escriba un número de teléfono válido',
      option: '{label}: elija una de las opciones',
      maxLength: '{label}: escriba como máximo {max} caracteres',
    },
    submit: 'Pedir información gratis',
    disclosure:
      'Al enviar este formulario, acepta que {{businessName}} le llame y le envíe mensajes de texto automáticos sobre su solicitud. ' +
      'La frecuencia de los mensajes varía. Pueden aplicarse tarifas de mensajes y datos. Responda STOP para cancelar o HELP para recibir ayuda. Su aceptación no es condición para ninguna compra.',
    stop: 'Responda STOP para cancelar.',
  },
  fr: {
    name: 'Français',
    answers: {
      required: '{label}\u00a0: ce champ est obligatoire',
      email: '{label}\u00a0: saisissez une adresse e-mail valide',
      phone: '{label}\u00a0: saisissez un numéro de téléphone valide',
      option: '{label}\u00a0: choisissez une des options',
      maxLength: '{label}\u00a0: saisissez au maximum {max} caractères',
    },
    submit: 'Recevoir mes infos gratuites',
    disclosure:
      'En envoyant ce formulaire, vous acceptez que {{businessName}} vous appelle et vous envoie des SMS automatisés au sujet de votre demande. ' +
      'La fréquence des messages varie. Des frais de messages et de données peuvent s’appliquer. Répondez STOP pour ne plus recevoir de messages, ou HELP pour obtenir de l’aide. Votre accord n’est pas une condition d’achat.',
    stop: 'Répondez STOP pour ne plus recevoir de messages.',
  },
  de: {
    name: 'Deutsch',
    answers: {
      required: '{label}: Dieses Feld ist erforderlich',
      email: '{label}: Geben Sie eine gültige E-Mail-Adresse ein',
      phone: '{label}: Geben Sie eine gültige Telefonnummer ein',
      option: '{label}: Wählen Sie eine der Optionen',
      maxLength: '{label}: Geben Sie höchstens {max} Zeichen ein',
    },
    submit: 'Kostenlose Infos anfordern',
    disclosure:
      'Mit dem Absenden dieses Formulars stimmen Sie zu, dass {{businessName}} Sie anruft und Ihnen automatisierte Textnachrichten zu Ihrer Anfrage sendet. ' +
      'Die Häufigkeit der Nachrichten variiert. Es können Nachrichten- und Datengebühren anfallen. Antworten Sie mit STOP, um keine Nachrichten mehr zu erhalten, oder mit HELP, um Hilfe zu erhalten. Ihre Zustimmung ist keine Bedingung für einen Kauf.',
    stop: 'Antworten Sie mit STOP, um sich abzumelden.',
  },
  pt: {
    name: 'Português',
    answers: {
      required: '{label}: este campo é obrigatório',
      email: '{label}: digite um endereço de e-mail válido',
      phone: '{label}: digite um número de telefone válido',
      option: '{label}: escolha uma das opções',
      maxLength: '{label}: digite no máximo {max} caracteres',
    },
    submit: 'Receber informações grátis',
    disclosure:
      'Ao enviar este formulário, você concorda em que {{businessName}} ligue para você e envie mensagens de texto automáticas sobre o seu pedido. ' +
      'A frequência das mensagens varia. Podem ser cobradas tarifas de mensagens e dados. Responda STOP para cancelar ou HELP para obter ajuda. Seu consentimento não é condição para nenhuma compra.',
    stop: 'Responda STOP para cancelar.',
  },
};

/** Whether a text is the default of any language, so that another language replaces it with its own. */
export const isDefaultText = (kind: 'submit' | 'disclosure', text: string): boolean =>
  LANGUAGES.some((language) => languageTexts[language][kind] === text.trim());

/** Returns what is wrong with an answer in a language. */
export const answerText = (language: Language, problem: keyof AnswerTexts, label: string): string =>
  languageTexts[language].answers[problem].replace('{label}', () => label);
