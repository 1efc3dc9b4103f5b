import { type ButtonProps, IconButton } from '@chakra-ui/react';
import { History } from 'lucide-react';
import { builderMessages } from '../../../messages/campaign-builder';
import { Tooltip } from '../../../ui/feedback/tooltip';

/** Opens the campaign's versions. */
export function VersionsButton(button: Pick<ButtonProps, 'hideBelow' | 'height' | 'onClick'>) {
  return (
    <Tooltip text={builderMessages.versions}>
      <IconButton variant="outline" colorPalette="gray" size="sm" aria-label={builderMessages.versions} {...button}>
        <History aria-hidden="true" />
      </IconButton>
    </Tooltip>
  );
}
