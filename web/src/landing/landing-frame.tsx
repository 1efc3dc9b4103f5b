import type { ReactNode } from 'react';
import { LandingImage } from './landing-image';
import type { LandingView } from './landing-view';

/** The page's end. */
export const FOOTER_ID = '_end';

interface Props {
  view?: LandingView;
  productName: string;
  /** One narrow column instead of words beside a form. */
  isCentered?: boolean;
  children: ReactNode;
}

/** The page around its content: background, logo, footer. */
export function LandingFrame({ view, productName, isCentered = false, children }: Props) {
  const background = view?.backgroundImageUrl;
  return (
    <div className={background ? 'page photo' : 'page'}>
      {background && (
        <LandingImage
          className="backdrop"
          src={background}
          image={view.backgroundImage}
          alt=""
          sizes="100vw"
          // What the page is about comes first.
          fetchPriority={view.formImageUrl ? 'low' : 'high'}
        />
      )}
      <main className={isCentered ? 'shell centered' : 'shell'}>{children}</main>
      <footer className="footer" id={FOOTER_ID}>
        {!view?.whiteLabel && <>Powered by {productName}</>}
      </footer>
    </div>
  );
}
