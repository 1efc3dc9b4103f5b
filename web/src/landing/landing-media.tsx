import { BRAND_COLOR } from '@dripline/contract/limits';
import { landingTexts } from '../messages/landing';
import { DefaultIllustration } from './default-illustration';
import { LandingImage } from './landing-image';
import { type LandingView, photoOf } from './landing-view';

/** The default illustration as a file in `public/`, because a video poster needs a URL. */
const DEFAULT_POSTER = '/video-poster.svg';

/** The displayed width of the image: the page's margins and, in the split layout, the gap and the card are left out. */
const sizes: Record<LandingView['layout'], string> = {
  split: '(min-width: 1160px) 608px, (min-width: 860px) calc(100vw - 552px), calc(100vw - 40px)',
  centered: '(min-width: 760px) 720px, calc(100vw - 40px)',
  picture: '(min-width: 760px) 720px, calc(100vw - 40px)',
};

/** The campaign's video or image. Without them, the split layout shows the default illustration. */
export function LandingMedia({ view }: { view: LandingView }) {
  if (view.formVideoUrl) {
    return (
      // eslint-disable-next-line jsx-a11y/media-has-caption -- clients upload videos without captions
      <video
        className="video"
        key={view.formVideoUrl}
        src={view.formVideoUrl}
        poster={posterOf(view)}
        width={1280}
        height={720}
        controls
        playsInline
        // Loads nothing until the visitor plays the video.
        preload="none"
        aria-label={landingTexts[view.language].video(view.businessName)}
      />
    );
  }
  if (!view.formImageUrl) return view.layout === 'split' ? <DefaultIllustration /> : null;
  if (view.layout === 'picture' && photoOf(view)?.src === view.formImageUrl) return null;
  return (
    <LandingImage
      className="image"
      src={view.formImageUrl}
      image={view.formImage}
      alt=""
      fetchPriority="high"
      sizes={sizes[view.layout]}
      height={view.formImageSize}
    />
  );
}

/** Returns the poster's URL: the image copy that fits the video on most screens. */
function posterOf({ formImageUrl, formImage, brandColor }: LandingView): string | undefined {
  const copies = formImage?.renditions.filter(({ mimeType }) => mimeType === 'image/webp') ?? [];
  const copy = copies.find(({ width }) => width >= 640) ?? copies.at(-1);
  // The default illustration as a file has the default color.
  const fallback = brandColor.toLowerCase() === BRAND_COLOR ? DEFAULT_POSTER : undefined;
  return copy?.url ?? formImageUrl ?? fallback;
}
