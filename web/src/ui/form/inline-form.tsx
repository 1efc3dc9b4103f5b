import { Button, HStack, Stack } from '@chakra-ui/react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { BusyButton } from '../button/busy-button';
import { useFocusFallback } from '../focus/use-focus-fallback';

interface InlineFormProps {
  /** The label of the button in whose place the form opens. */
  openLabel: string;
  submitLabel: string;
  isOpen: boolean;
  busy: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onSubmit: () => void;
  children: ReactNode;
}

/** A button that a short form replaces. The first control has the focus when it opens, and the button when it closes. */
export function InlineForm({
  openLabel,
  submitLabel,
  isOpen,
  busy,
  onOpenChange,
  onSubmit,
  children,
}: InlineFormProps) {
  const box = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(isOpen);
  useFocusFallback(box);
  useLayoutEffect(() => {
    if (wasOpen.current !== isOpen) box.current?.querySelector<HTMLElement>('input, select, textarea, button')?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return (
    <Stack ref={box} gap="3">
      {isOpen ? (
        <>
          {children}
          <HStack>
            <BusyButton size="sm" loading={busy} onClick={onSubmit}>
              {submitLabel}
            </BusyButton>
            <Button size="sm" variant="ghost" onClick={() => onOpenChange(false)}>
              Cancel
            </Button>
          </HStack>
        </>
      ) : (
        <Button size="sm" variant="outline" alignSelf="start" onClick={() => onOpenChange(true)}>
          {openLabel}
        </Button>
      )}
    </Stack>
  );
}
