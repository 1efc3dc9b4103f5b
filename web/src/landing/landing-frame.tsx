import type { ReactNode } from 'react';
import { landingTexts } from '../messages/landing';
import { LandingPhoto } from './landing-image';
import type { LandingView } from './landing-view';
import { pageDirection } from './page-language';

/** The id of the footer, the page's last element. */
export const FOOTER_ID = '_end';

interface Props {
  /** The campaign whose page it is. Without one, the footer names no product. */
  view?: LandingView;
  productName: string;
  /** Shows one narrow column instead of the page's layout. */
  isNarrow?: boolean;
  children: ReactNode;
}

/** The page's background and footer around its content. */
export function LandingFrame({ view, productName, isNarrow = false, children }: Props) {
  const shownName = view?.whiteLabel ? view.productName : productName;
  // The picture layout shows its photo behind the offer only.
  const background = view?.layout === 'picture' ? null : view?.backgroundImageUrl;
  const classNames = ['page', isNarrow ? 'narrow' : view?.layout, background && 'photo'];
  return (
    // The builder's preview is part of a page with another direction.
    <div className={classNames.filter(Boolean).join(' ')} dir={view && pageDirection(view)}>
      {background && (
        <LandingPhoto
          src={background}
          image={view!.backgroundImage}
          // The form's image loads first when there is one.
          fetchPriority={view!.formImageUrl ? 'low' : 'high'}
        />
      )}
      <main className="shell">{children}</main>
      <footer className="footer" id={FOOTER_ID}>
        {view && shownName && <span lang={view.language}>{landingTexts[view.language].poweredBy(shownName)}</span>}
      </footer>
    </div>
  );
}
