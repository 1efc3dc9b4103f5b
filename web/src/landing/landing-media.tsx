import { DefaultIllustration } from './default-illustration';
import { sizeForHeight, LandingImage } from './landing-image';
import type { LandingView } from './landing-view';

/** The default illustration as a file in `public/`, because a video poster needs a URL. */
const DEFAULT_POSTER = '/video-poster.svg';

/** The campaign's video, its image, or the default illustration. */
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
      {...sizeForHeight(view.formImage, view.formImageSize)}
    />
  );
}

/** Returns the poster's URL: the image copy that fits the video on most screens. */
function posterOf({ formImageUrl, formImage }: LandingView): string {
  const copies = formImage?.renditions.filter(({ mimeType }) => mimeType === 'image/webp') ?? [];
  return (copies.find(({ width }) => width >= 640) ?? copies.at(-1))?.url ?? formImageUrl ?? DEFAULT_POSTER;
}
