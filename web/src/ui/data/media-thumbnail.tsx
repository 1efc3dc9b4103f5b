import { Center, type CenterProps, Image } from '@chakra-ui/react';
import { Film, ImageOff, type LucideIcon } from 'lucide-react';
import { useState } from 'react';

interface MediaThumbProps extends CenterProps {
  src?: string | undefined;
  kind?: 'image' | 'video' | undefined;
  /** Stands in where there is nothing to show, or it cannot be loaded. */
  icon?: LucideIcon;
  /** Whether all of it is shown, or as much as fills the room. */
  fit?: 'contain' | 'cover';
}

/** A small picture of an image or a video's first frame; decoration, as its name stands beside it. */
export function MediaThumb({ src, kind, icon, fit = 'cover', ...box }: MediaThumbProps) {
  const [broken, setBroken] = useState<string>();
  const isShown = src !== undefined && kind !== undefined && src !== broken;
  const Icon = icon ?? (kind === 'video' ? Film : ImageOff);
  const room = { width: '100%', height: '100%', objectFit: fit } as const;
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
        <Image key={src} src={src} alt="" loading="lazy" {...room} onError={() => setBroken(src)} />
      )}
      {isShown && kind === 'video' && (
        <video
          key={src}
          src={src}
          muted
          playsInline
          preload="metadata"
          tabIndex={-1}
          style={room}
          onError={() => setBroken(src)}
        />
      )}
    </Center>
  );
}
