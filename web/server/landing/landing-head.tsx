import { splitSubheadline } from '../../src/landing/split-subheadline';
import { colorStyles } from '../../src/landing/page-colors';
import { FOOTER_ID } from '../../src/landing/landing-frame';
import type { LandingView } from '../../src/landing/landing-view';
import type { LandingAssets } from '../client-bundle';

const DESCRIPTION_LENGTH = 160;

interface Props {
  view?: LandingView;
  /** The campaign whose colors the page has. */
  colored?: LandingView;
  title: string;
  assets: LandingAssets;
}

/** The page's head: metadata for search engines and social cards, styles and scripts. */
export function LandingHead({ view, colored, title, assets }: Props) {
  const colors = colored && colorStyles(colored.brandColor);
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{title}</title>
      {view ? <CampaignTags view={view} /> : <meta name="robots" content="noindex" />}
      <link rel="icon" href={iconOf(colored)} />
      {/* Delays the first paint until the footer is parsed, because a partial page is centered differently and would jump. */}
      <link rel="expect" href={`#${FOOTER_ID}`} blocking="render" />
      {assets.styles && <style dangerouslySetInnerHTML={{ __html: assets.styles }} />}
      {assets.stylesheet && <link rel="stylesheet" href={assets.stylesheet} />}
      {colors && <style dangerouslySetInnerHTML={{ __html: colors }} />}
      {view && <script type="module" src={assets.script} />}
      {view && assets.imports?.map((url) => <link key={url} rel="modulepreload" href={url} />)}
    </head>
  );
}

function CampaignTags({ view }: { view: LandingView }) {
  const title = view.headline || view.businessName;
  const { text, benefits } = splitSubheadline(view.subheadline);
  const description = shorten([text, ...benefits].join('\n').trim() || `${view.businessName}: ${title}`);
  const url = `${view.siteUrl}/landing/${view.clientHandle}/${view.slug}`;
  const picture = view.formImageUrl ?? view.backgroundImageUrl ?? view.socialImageUrl ?? view.logoImageUrl;
  return (
    <>
      <meta name="description" content={description} />
      <link rel="canonical" href={url} />
      {view.translations.length > 0 &&
        [view, ...view.translations].map(({ language, slug }) => (
          <link
            key={language}
            rel="alternate"
            hrefLang={language}
            href={`${view.siteUrl}/landing/${view.clientHandle}/${slug}`}
          />
        ))}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={view.businessName} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      {picture && <meta property="og:image" content={new URL(picture, view.siteUrl).href} />}
      <meta name="twitter:card" content={picture ? 'summary_large_image' : 'summary'} />
      <meta name="twitter:title" content={title} />
      <meta name="twitter:description" content={description} />
      {picture && <meta name="twitter:image" content={new URL(picture, view.siteUrl).href} />}
    </>
  );
}

/** Returns the brand's favicon, or else the logo's smallest copy, because the logo itself may be 5 MB. */
function iconOf(view: LandingView | undefined): string {
  if (!view) return 'data:,';
  if (view.faviconUrl !== null) return view.faviconUrl;
  const copy = view.logoImage?.renditions.find(({ mimeType }) => mimeType === 'image/webp');
  return copy?.url ?? view.logoImageUrl ?? (view.whiteLabel ? 'data:,' : '/favicon.svg');
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= DESCRIPTION_LENGTH ? line : `${line.slice(0, DESCRIPTION_LENGTH - 1).replace(/\s\S*$/, '')}…`;
}
