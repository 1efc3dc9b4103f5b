import { DefaultIllustration } from './default-illustration';
import { LandingImage } from './landing-image';
import type { LandingView } from './landing-view';

/** The campaign's video, else its image, else our own drawing. */
export function LandingMedia({ view }: { view: LandingView }) {
  if (view.formVideoUrl) {
    return (
      // eslint-disable-next-line jsx-a11y/media-has-caption -- a client's video brings no captions of its own
      <video
        className="video"
        key={view.formVideoUrl}
        src={view.formVideoUrl}
        poster={view.formImageUrl ?? undefined}
        width={1280}
        height={720}
        controls
        playsInline
        // Without a cover, its first frame is what there is to see.
        preload={view.formImageUrl ? 'none' : 'metadata'}
        aria-label={`Video from ${view.businessName}`}
      />
    );
  }
  if (view.formImageUrl) return <LandingImage className="image" src={view.formImageUrl} alt="" height={view.formImageSize} />;
  return <DefaultIllustration />;
}
