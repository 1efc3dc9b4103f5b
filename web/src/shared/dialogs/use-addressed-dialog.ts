import { useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { markFormsSaved } from '../../ui/form/unsaved-changes';
import { withDialog } from './dialog-link';

/**
 * The open dialog of a tab. It is kept in the address (`?dialog=edit&id=…`), so that a link opens it and Back closes it.
 *
 * @param kinds the dialogs that the viewer may open. Others in the address are ignored.
 */
export function useAddressedDialog<Kind extends string>(kinds: readonly Kind[]) {
  const [params, setParams] = useSearchParams();
  const { key, state } = useLocation() as { key: string; state: { isDialog?: boolean } | null };
  const closed = useRef('');
  const navigate = useNavigate();
  const kind = kinds.find((value) => value === params.get('dialog'));
  const isInHistory = state?.isDialog === true;
  return {
    kind,
    id: (kind && params.get('id')?.toLowerCase()) ?? '',
    /**
     * Opens a dialog. It takes the place of the open one, so that Back leads to the list. Of the same kind, it shows the
     * same panel. With another list, closing the dialog leads to that list.
     */
    open: (next: Kind, id = '', list?: URLSearchParams) =>
      setParams((current) => withDialog(list ?? current, next, id, next === kind ? (current.get('panel') ?? '') : ''), {
        preventScrollReset: true,
        replace: kind !== undefined,
        state: { isDialog: !list && (kind === undefined || isInHistory) },
      }),
    /** Closes the dialog after its form was saved or discarded. */
    close: () => {
      // The address changes a moment later. Going back twice would leave the list.
      if (closed.current === key) return;
      closed.current = key;
      markFormsSaved({ from: params, to: withDialog(params) });
      if (isInHistory) void navigate(-1);
      else setParams((current) => withDialog(current), { preventScrollReset: true, replace: true });
    },
  };
}

/**
 * Keeps the object that a dialog opened with, because it may change or leave its list meanwhile.
 *
 * @param dialog which dialog of which object is open
 * @returns the kept object, and a function that keeps the current one if none is kept, and returns the kept one
 */
export function useOpened<Value>(dialog: string) {
  const [opened, setOpened] = useState<{ dialog: string; value: Value }>();
  const value = opened?.dialog === dialog ? opened.value : undefined;
  const keep = (current: Value | undefined) => {
    if (value !== undefined) return value;
    if (current !== undefined) setOpened({ dialog, value: current });
    else if (opened) setOpened(undefined);
    return current;
  };
  return { value, keep };
}
