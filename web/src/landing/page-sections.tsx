import { mapLink, phoneLink } from '@dripline/contract/rules/contact-links';
import { languageTexts } from '@dripline/contract/rules/languages';
import { landingTexts } from '../messages/landing';
import type { LandingView } from './landing-view';

/** The benefits of the offer, each with a check mark. */
export function Benefits({ benefits }: { benefits: string[] }) {
  if (benefits.length === 0) return null;
  return (
    <ul className="benefits">
      {benefits.map((benefit, index) => (
        <li key={index} dir="auto">
          <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
            <path d="M4 10.5l4 4 8-9" fill="none" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
          </svg>
          {benefit}
        </li>
      ))}
    </ul>
  );
}

/** What customers say. */
export function Testimonials({ testimonials, language }: Pick<LandingView, 'testimonials' | 'language'>) {
  if (testimonials.length === 0) return null;
  return (
    <div className="testimonials">
      {testimonials.map(({ quote, name, stars }, index) => (
        <figure key={index} className="testimonial">
          {stars && (
            <p className="stars" role="img" lang={language} aria-label={landingTexts[language].stars(stars)}>
              {'★'.repeat(stars)}
              <span>{'★'.repeat(5 - stars)}</span>
            </p>
          )}
          <blockquote dir="auto">{quote}</blockquote>
          <figcaption dir="auto">{name}</figcaption>
        </figure>
      ))}
    </div>
  );
}

/** Frequently asked questions, which open and close without script. */
export function Faq({ faq, language }: Pick<LandingView, 'faq' | 'language'>) {
  if (faq.length === 0) return null;
  return (
    <section className="faq">
      <h2 lang={language}>{landingTexts[language].faq}</h2>
      {faq.map(({ question, answer }, index) => (
        <details key={index}>
          <summary dir="auto">{question}</summary>
          <p dir="auto">{answer}</p>
        </details>
      ))}
    </section>
  );
}

/** How to reach the business: a number to call, and its address on a map. */
export function Contact({ contactPhone, contactAddress }: Pick<LandingView, 'contactPhone' | 'contactAddress'>) {
  const [phone, address] = [contactPhone.trim(), contactAddress.trim()];
  if (!phone && !address) return null;
  return (
    <address className="contact">
      {phone && (
        <a href={phoneLink(phone)}>
          <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
            <path
              d="M6.6 3H4.2C3.5 3 3 3.6 3 4.2 3.4 11 9 16.6 15.8 17c.6 0 1.2-.5 1.2-1.2v-2.4l-3.6-1.4-1.6 1.6A11 11 0 0 1 6.4 8.2L8 6.6z"
              fill="currentColor"
            />
          </svg>
          <span dir="ltr">{phone}</span>
        </a>
      )}
      {address && (
        <a href={mapLink(address)} target="_blank" rel="noreferrer">
          <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
            <path
              d="M10 2a6 6 0 0 0-6 6c0 4.3 6 10 6 10s6-5.7 6-10a6 6 0 0 0-6-6zm0 8.2a2.2 2.2 0 1 1 0-4.4 2.2 2.2 0 0 1 0 4.4z"
              fill="currentColor"
            />
          </svg>
          <span dir="auto">{address}</span>
        </a>
      )}
    </address>
  );
}

/** Links to the page in other languages, which keep the visitor's source. */
export function Translations({ view, query }: { view: LandingView; query: string }) {
  if (view.translations.length === 0) return null;
  return (
    <nav className="languages" aria-label={landingTexts[view.language].languages}>
      {view.translations.map(({ language, slug }) => (
        <a key={language} href={`/landing/${view.clientHandle}/${slug}${query}`} lang={language} hrefLang={language}>
          {languageTexts[language].name}
        </a>
      ))}
    </nav>
  );
}
