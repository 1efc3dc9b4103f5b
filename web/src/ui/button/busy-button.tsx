import { Button, type ButtonProps } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';

/**
 * A button that is disabled while its action runs. Browsers blur a disabled button, so it regains focus when the action
 * completes.
 */
export function BusyButton(props: ButtonProps) {
  const ref = useRef<HTMLButtonElement>(null);
  const isBusy = props.loading || props.disabled;
  useEffect(() => {
    if (!isBusy) return undefined;
    return () => {
      // eslint-disable-next-line react-hooks/exhaustive-deps -- the button that is there when it is no longer busy
      if (document.activeElement === document.body) ref.current?.focus();
    };
  }, [isBusy]);
  return <Button ref={ref} {...props} />;
}
