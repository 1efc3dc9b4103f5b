import { DefaultIllustration } from './default-illustration';
import { atHeight, LandingImage } from './landing-image';
import type { LandingView } from './landing-view';

/** Our own drawing as a file, in `public/`: a poster must be one. */
const DEFAULT_POSTER = '/video-poster.svg';

/** The campaign's video, else its image, else our own drawing. */
export function LandingMedia({ view }: { view: LandingView }) {
  if (view.formVideoUrl) {
    return (
      // eslint-disable-next-line jsx-a11y/media-has-caption -- a client's video brings no captions of its own
      <video
        className="video"
        key={view.formVideoUrl}
        src={view.formVideoUrl}
        poster={posterOf(view)}
        width={1280}
        height={720}
        controls
        playsInline
        // Not a byte before somebody asks for it.
        preload="none"
        aria-label={`Video from ${view.businessName}`}
      />
    );
  }
  if (!view.formImageUrl) return <DefaultIllustration />;
  return (
    <LandingImage
      className="image"
      src={view.formImageUrl}
      image={view.formImage}
      alt=""
      fetchPriority="high"
      {...atHeight(view.formImage, view.formImageSize)}
    />
  );
}

/** A poster has one address: that of the copy that fits the video's place on most screens. */
function posterOf({ formImageUrl, formImage }: LandingView): string {
  const copies = formImage?.renditions.filter(({ mimeType }) => mimeType === 'image/webp') ?? [];
  return (copies.find(({ width }) => width >= 640) ?? copies.at(-1))?.url ?? formImageUrl ?? DEFAULT_POSTER;
}
