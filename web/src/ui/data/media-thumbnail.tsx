import { Center, type CenterProps, Image } from '@chakra-ui/react';
import { Film, ImageOff, type LucideIcon } from 'lucide-react';
import { useState } from 'react';

interface MediaThumbProps extends CenterProps {
  src?: string | undefined;
  kind?: 'image' | 'video' | undefined;
  /** Shown when there is no media or it cannot be loaded. */
  icon?: LucideIcon;
  /** `contain` shows the whole media, `cover` fills the box. */
  fit?: 'contain' | 'cover';
}

/**
 * A thumbnail of an image or of a video's first frame. It is hidden from screen readers because the file name is shown
 * beside it.
 */
export function MediaThumbnail({ src, kind, icon, fit = 'cover', ...box }: MediaThumbProps) {
  const [brokenSrc, setBrokenSrc] = useState<string>();
  const isShown = src !== undefined && kind !== undefined && src !== brokenSrc;
  const Icon = icon ?? (kind === 'video' ? Film : ImageOff);
  const fillBox = { width: '100%', height: '100%', objectFit: fit } as const;
  return (
    <Center
      bg="bg.muted"
      color="fg.muted"
      borderWidth="1px"
      borderColor="border.muted"
      borderRadius="l2"
      overflow="hidden"
      flexShrink="0"
      aria-hidden="true"
      {...box}
    >
      {!isShown && <Icon size={18} />}
      {isShown && kind === 'image' && (
        <Image key={src} src={src} alt="" loading="lazy" {...fillBox} onError={() => setBrokenSrc(src)} />
      )}
      {isShown && kind === 'video' && (
        <video
          key={src}
          src={src}
          muted
          playsInline
          preload="metadata"
          tabIndex={-1}
          style={fillBox}
          onError={() => setBrokenSrc(src)}
        />
      )}
    </Center>
  );
}
