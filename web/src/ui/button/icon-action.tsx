import { IconButton, type IconButtonProps } from '@chakra-ui/react';
import type { LucideIcon } from 'lucide-react';
import type { Ref } from 'react';
import { Link } from 'react-router';
import { Tooltip } from '../feedback/tooltip';

interface IconActionProps extends Omit<IconButtonProps, 'aria-label' | 'children'> {
  label: string;
  icon: LucideIcon;
  to?: string;
  ref?: Ref<HTMLButtonElement>;
}

/** An icon-only button or link. `label` is its accessible name and its tooltip. */
export function IconAction({ label, icon: Icon, to, ...button }: IconActionProps) {
  const style = {
    variant: 'ghost',
    colorPalette: 'gray',
    size: 'sm',
    boxSize: { base: '11', md: '8' },
    ...button,
  } as const;
  return (
    <Tooltip text={label}>
      {to ? (
        <IconButton aria-label={label} asChild {...style}>
          <Link to={to}>
            <Icon aria-hidden="true" />
          </Link>
        </IconButton>
      ) : (
        <IconButton aria-label={label} {...style}>
          <Icon aria-hidden="true" />
        </IconButton>
      )}
    </Tooltip>
  );
}
