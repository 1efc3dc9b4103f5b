import { type ComponentType, useEffect, useRef, useState } from 'react';
import { toasts } from '../../messages/toasts';
import { showToast } from '../../ui/feedback/toaster';

/**
 * Returns a dialog whose code is loaded when it first opens. If that fails, a toast says so and the dialog closes: an
 * error boundary would replace the screen and lose the form on it.
 */
export function lazyDialog<Props extends { onClose: () => void }>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined;
  function LazyDialog(props: Props) {
    const [Dialog, setDialog] = useState(() => loaded);
    const close = useRef(props.onClose);
    useEffect(() => {
      let isOpen = true;
      load().then(
        (component) => {
          loaded = component;
          if (isOpen) setDialog(() => component);
        },
        () => {
          if (!isOpen) return;
          showToast(toasts.dialogNotLoaded);
          close.current();
        },
      );
      return () => {
        isOpen = false;
      };
    }, []);
    return Dialog ? <Dialog {...props} /> : null;
  }
  /** Loads the code before the dialog opens, because browsers remember that a script could not be loaded. */
  LazyDialog.preload = () => void load().then(undefined, () => undefined);
  return LazyDialog;
}
