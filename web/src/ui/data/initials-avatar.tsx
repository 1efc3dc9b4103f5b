import { Center } from '@chakra-ui/react';
import { initials } from '../../shared/format';

/** Round and gray, as for people, or a square in the brand's color, as for businesses. */
export type AvatarShape = 'round' | 'square';

const fontSizes = { '20px': '0.5625rem', '28px': '0.6875rem', '40px': 'sm' };

/** A name's initials. */
export function InitialsAvatar({
  name,
  shape = 'round',
  size = '28px',
}: {
  name: string;
  shape?: AvatarShape;
  size?: '20px' | '28px' | '40px';
}) {
  return (
    <Center
      aria-hidden="true"
      boxSize={size}
      flexShrink="0"
      fontSize={fontSizes[size]}
      fontWeight="semibold"
      {...(shape === 'round'
        ? { borderRadius: 'full', bg: 'bg.muted', color: 'fg.muted' }
        : { borderRadius: 'l2', bg: 'brand.muted', color: 'brand.fg' })}
    >
      {initials(name)}
    </Center>
  );
}
