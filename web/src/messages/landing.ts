import type { Language } from '@dripline/contract/rules/languages';

/** The texts of a landing page that are not the campaign's. */
interface LandingTexts {
  thankYou: string;
  submitFailed: string;
  faq: string;
  close: string;
  /** Stands before the title of a page whose form has errors. */
  error: string;
  /** Names the other languages of a page. */
  languages: string;
  stars: (count: number) => string;
  video: (businessName: string) => string;
  poweredBy: (productName: string) => string;
}

// Spanish and Portuguese share it.
const videoOf = (businessName: string) => `Vídeo de ${businessName}`;

/** The texts of landing pages by language. */
export const landingTexts: Record<Language, LandingTexts> = {
  en: {
    thankYou: 'Thank You!',
    submitFailed: 'Failed to submit form. Please try again.',
    faq: 'Frequently asked questions',
    close: 'Close message',
    error: 'Error:',
    languages: 'Languages',
    stars: (count) => `${count} of 5 stars`,
    video: (businessName) => `Video from ${businessName}`,
    poweredBy: (productName) => `Powered by ${productName}`,
  },
  es: {
    thankYou: '¡Gracias!',
    submitFailed: 'No se pudo enviar el formulario. Inténtelo de nuevo.',
    faq: 'Preguntas frecuentes',
    close: 'Cerrar',
    error: 'Hay un error:',
    languages: 'Idiomas de la página',
    stars: (count) => `${count} de 5 estrellas`,
    video: videoOf,
    poweredBy: (productName) => `Con tecnología de ${productName}`,
  },
  fr: {
    thankYou: 'Merci\u00a0!',
    submitFailed: 'L’envoi du formulaire a échoué. Veuillez réessayer.',
    faq: 'Questions fréquentes',
    close: 'Fermer',
    error: 'Erreur\u00a0:',
    languages: 'Langues',
    stars: (count) => `${count} ${count === 1 ? 'étoile' : 'étoiles'} sur 5`,
    video: (businessName) => `Vidéo de ${businessName}`,
    poweredBy: (productName) => `Propulsé par ${productName}`,
  },
  de: {
    thankYou: 'Vielen Dank!',
    submitFailed: 'Das Formular konnte nicht gesendet werden. Bitte versuchen Sie es erneut.',
    faq: 'Häufige Fragen',
    close: 'Schließen',
    error: 'Fehler:',
    languages: 'Sprachen',
    stars: (count) => `${count} von 5 Sternen`,
    video: (businessName) => `Video von ${businessName}`,
    poweredBy: (productName) => `Bereitgestellt mit ${productName}`,
  },
  pt: {
    thankYou: 'Obrigado!',
    submitFailed: 'Não foi possível enviar o formulário. Tente novamente.',
    faq: 'Perguntas frequentes',
    close: 'Fechar',
    error: 'Erro:',
    languages: 'Idiomas',
    stars: (count) => `${count} de 5 estrelas`,
    video: videoOf,
    poweredBy: (productName) => `Com tecnologia ${productName}`,
  },
};
