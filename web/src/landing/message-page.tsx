import { LandingFrame } from './landing-frame';

/** A page with one message, such as not found or temporarily unavailable. */
export function MessagePage({ title, text, productName }: { title: string; text: string; productName: string }) {
  return (
    <LandingFrame productName={productName} isCentered>
      <div className="card thanks">
        <h1>{title}</h1>
        <p className="thank-you-message">{text}</p>
      </div>
    </LandingFrame>
  );
}
