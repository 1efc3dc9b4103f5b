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
  /** The ids of the leads in the list beside the drawer, in its order. */
  ids: readonly string[];
  /** Shows another lead of the list. */
  onShow: (id: string) => void;
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
  ids,
  onShow,
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
  const index = ids.indexOf(lead.id);
  const move = (by: -1 | 1) => {
    const id = index === -1 ? undefined : ids[index + by];
    if (id !== undefined) onShow(id);
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
          position={index + 1}
          total={ids.length}
          onMove={move}
          onEdit={onEdit}
          editRef={editButton}
        />
      )}
      {question}
    </DrawerShell>
  );
}
