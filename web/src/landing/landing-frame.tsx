import type { ReactNode } from 'react';
import { LandingImage } from './landing-image';
import type { LandingView } from './landing-view';
import { pageDirection } from './page-language';

/** The id of the footer, the page's last element. */
export const FOOTER_ID = '_end';

interface Props {
  view?: LandingView;
  productName: string;
  /** Shows one narrow column instead of text beside a form. */
  isCentered?: boolean;
  children: ReactNode;
}

/** The page's background and footer around its content. */
export function LandingFrame({ view, productName, isCentered = false, children }: Props) {
  const background = view?.backgroundImageUrl;
  return (
    // The builder's preview is part of a page with another direction.
    <div className={background ? 'page photo' : 'page'} dir={view && pageDirection(view)}>
      {background && (
        <LandingImage
          className="backdrop"
          src={background}
          image={view.backgroundImage}
          alt=""
          sizes="100vw"
          // The form's image loads first when there is one.
          fetchPriority={view.formImageUrl ? 'low' : 'high'}
        />
      )}
      <main className={isCentered ? 'shell centered' : 'shell'}>{children}</main>
      <footer className="footer" id={FOOTER_ID}>
        {!view?.whiteLabel && <span lang="en">Powered by {productName}</span>}
      </footer>
    </div>
  );
}
