import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { LeadFieldsFragment } from '../../../shared/graphql/generated';
import { keepsDialog } from '../../../shared/dialogs/dialog-link';
import { DrawerShell } from '../../../ui/dialog/drawer-shell';
import { useDiscardQuestion } from '../../../ui/dialog/use-discard-question';
import { EditLeadForm } from './edit-lead-form';
import { LeadDetails } from './lead-details';

interface LeadDrawerProps {
  lead: LeadFieldsFragment;
  timeZone: string;
  isEditing: boolean;
  /** Where the lead is in the list beside the drawer, on all of its pages: from 1, or 0 if it is not in it. */
  position: number;
  /** How many leads of the list can be reached. */
  total: number;
  /** Shows the next or the previous lead of the list. */
  onMove: (by: -1 | 1) => unknown;
  /** Undefined if the viewer may not change the lead. */
  onEdit?: (() => void) | undefined;
  /** Called when the form is left. */
  onEdited: () => void;
  onClose: () => void;
  /** Returns the element that has the focus after the drawer closes. */
  findFocus: () => HTMLElement | null;
}

/**
 * A lead beside its list. From 1024 px the list stays in reach. J and K show the next and the previous lead. Editing
 * takes the place of the details.
 */
export function LeadDrawer({
  lead,
  timeZone,
  isEditing,
  position,
  total,
  onMove,
  onEdit,
  onEdited,
  onClose,
  findFocus,
}: LeadDrawerProps) {
  const [isUnsaved, setUnsaved] = useState(false);
  const [question, leave] = useDiscardQuestion({ isUnsaved, staysOnPage: keepsDialog });
  // As the window was at first, because another kind of drawer would be mounted anew, without what is typed in it.
  const [isModal] = useState(() => !matchMedia('(min-width: 64rem)').matches);
  const editButton = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(isEditing);
  useEffect(() => {
    if (wasEditing.current && !isEditing) editButton.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  const move = (by: -1 | 1) => {
    if (position > 0 && position + by >= 1 && position + by <= total) onMove(by);
  };
  const moveByKey = (event: KeyboardEvent) => {
    const by = ({ j: 1, k: -1 } as const)[event.key.toLowerCase()];
    const isTyping = (event.target as HTMLElement).closest('input, textarea, select');
    if (by && !isEditing && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) move(by);
  };
  return (
    <DrawerShell
      width="480px"
      isModal={isModal}
      closeOnInteractOutside={!isEditing}
      focusesItself={!isEditing}
      subject={`${isEditing} ${lead.id}`}
      findFocus={findFocus}
      onKeyDown={moveByKey}
      onClose={() => leave(onClose)}
    >
      {isEditing ? (
        <EditLeadForm
          key={lead.id}
          lead={lead}
          onUnsaved={setUnsaved}
          onSaved={onEdited}
          onCancel={() => leave(onEdited)}
        />
      ) : (
        <LeadDetails
          lead={lead}
          timeZone={timeZone}
          position={position}
          total={total}
          onMove={move}
          onEdit={onEdit}
          editRef={editButton}
        />
      )}
      {question}
    </DrawerShell>
  );
}
