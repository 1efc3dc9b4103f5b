import { type ComponentType, useEffect, useState } from 'react';

/** Shows the toast area. Its code, 8 KB, is loaded after the screen: before a failure to connect has to be shown. */
export function ToastAreaLoader() {
  const [ToastArea, setToastArea] = useState<ComponentType>();
  useEffect(() => {
    void import('./toast-area').then(
      (module) => setToastArea(() => module.ToastArea),
      () => undefined,
    );
  }, []);
  return ToastArea && <ToastArea />;
}
