import { type ComponentType, useEffect, useState } from 'react';
import { toaster } from './toaster';

/**
 * Shows the toast area. Its code, 8 KB, is loaded at the first input: before anything can cause a toast, so that a
 * failure to connect can be shown, but after the screen.
 */
export function ToastAreaLoader() {
  const [ToastArea, setToastArea] = useState<ComponentType>();
  useEffect(() => {
    const load = () =>
      void import('./toast-area').then(
        (module) => setToastArea(() => module.ToastArea),
        () => undefined,
      );
    if (toaster.getCount() > 0) load();
    const stop = toaster.subscribe(load);
    const inputs = ['pointerdown', 'keydown'] as const;
    for (const input of inputs) addEventListener(input, load, { once: true, capture: true });
    return () => {
      stop();
      for (const input of inputs) removeEventListener(input, load, { capture: true });
    };
  }, []);
  return ToastArea && <ToastArea />;
}
