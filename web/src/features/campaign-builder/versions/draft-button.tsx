import { type ButtonProps, IconButton } from '@chakra-ui/react';
import { FilePen } from 'lucide-react';
import { draftMessages } from '../../../messages/history/drafts';
import { Tooltip } from '../../../ui/feedback/tooltip';

/** Saves the form as a draft. */
export function DraftButton(button: Pick<ButtonProps, 'height' | 'onClick'>) {
  return (
    <Tooltip text={draftMessages.save}>
      <IconButton variant="outline" colorPalette="gray" size="sm" aria-label={draftMessages.save} {...button}>
        <FilePen aria-hidden="true" />
      </IconButton>
    </Tooltip>
  );
}
