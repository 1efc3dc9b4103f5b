import { Button, type ButtonProps } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';

/** A button that is off while what it started runs. A browser takes the keyboard from what is off; afterwards it is given back. */
export function BusyButton(button: ButtonProps) {
  const ref = useRef<HTMLButtonElement>(null);
  const isBusy = button.loading || button.disabled;
  useEffect(() => {
    if (!isBusy) return undefined;
    return () => {
      // eslint-disable-next-line react-hooks/exhaustive-deps -- the button that is there when it is no longer busy
      if (document.activeElement === document.body) ref.current?.focus();
    };
  }, [isBusy]);
  return <Button ref={ref} {...button} />;
}
