import { Box, Flex, Stack, Text } from '@chakra-ui/react';
import { Upload } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { UploadProgress } from '../uploads/upload-progress';
import { useFocusAfterRender } from '../../ui/focus/use-focus-after-render';
import { acceptAttribute } from '../uploads/upload-rules';
import { useUploads } from '../uploads/use-uploads';
import { FileButton, FileDropZone, FileInput } from '../../ui/form/file-upload';
import { MediaRow } from './media-row';
import type { MediaSlot } from './media-slot';

interface Props {
  label: string;
  hint: string;
  slots: readonly MediaSlot[];
  maxBytes: number;
  /** Called when an upload to the slots of these names starts and when it ends. */
  onUploading?: (names: readonly string[], isUploading: boolean) => void;
}

/** Uploads, shows, replaces and removes the media of one or more slots. */
export function MediaField({ label, hint, slots, maxBytes, onUploading }: Props) {
  const { control, register, setValue, clearErrors, formState, getFieldState } =
    useFormContext<Record<string, string>>();
  const names = slots.map(({ name }) => name);
  const values = useWatch({ control, name: names });
  const box = useRef<HTMLDivElement>(null);
  const focusNext = useFocusAfterRender(box);
  const id = useId();
  /**
   * Moves the focus only if it is in this field or was lost with a removed element, so that typing elsewhere is not
   * interrupted.
   */
  const moveFocus = (...candidates: string[]) => {
    const { activeElement, body } = document;
    if (activeElement === body || box.current?.contains(activeElement)) focusNext(...candidates);
  };
  const set = (slot: MediaSlot, value: string) => {
    setValue(slot.name, value, { shouldDirty: true });
    clearErrors(slot.name);
  };

  const { uploads, failures, start, clearFailures } = useUploads({
    maxBytes,
    kinds: slots.map(({ kind }) => kind),
    onPublished: (objectPath, { type }) => {
      const slot = slots.find(({ kind }) => type.startsWith(kind))!;
      set(slot, objectPath);
      moveFocus(`Replace ${slot.label}`);
    },
  });
  const isBusy = uploads.length > 0;
  for (const name of names) register(name);
  useEffect(() => {
    onUploading?.(names, isBusy);
    return () => {
      onUploading?.(names, false);
      if (isBusy) clearErrors(names);
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- runs only when an upload starts or ends
  }, [isBusy]);

  const upload = ([file]: File[]) => {
    if (!file || isBusy) return;
    moveFocus(`Cancel upload of ${file.name}`);
    clearFailures();
    start(file);
  };
  const errorText =
    names.map((name) => getFieldState(name, formState).error?.message).find(Boolean) ?? failures[0]?.reason;
  const emptySlots = slots.filter((_, index) => !values[index]);
  const uploadLabel = chooseLabel(emptySlots);
  return (
    <Stack ref={box} role="group" gap="1.5" aria-labelledby={id} aria-describedby={`${id}-note`}>
      <Text id={id} textStyle="sm" fontWeight="medium">
        {label}
      </Text>
      {slots.map(
        (slot, index) =>
          values[index] && (
            <MediaRow
              key={slot.name}
              slot={slot}
              src={values[index]}
              isBusy={isBusy}
              onFiles={upload}
              onRemove={() => {
                focusNext(chooseLabel(slots.filter((other) => other === slot || emptySlots.includes(other))));
                set(slot, '');
                clearFailures();
              }}
            />
          ),
      )}
      {uploads.map((running) => (
        <Box key={running.id} borderWidth="1px" borderRadius="l2" paddingStart="3" paddingEnd="2" paddingY="2">
          <UploadProgress
            upload={{
              ...running,
              cancel: () => {
                focusNext(uploadLabel, ...slots.map((slot) => `Replace ${slot.label}`));
                running.cancel();
              },
            }}
          />
        </Box>
      ))}
      {!isBusy && emptySlots.length > 0 && (
        <FileInput accept={acceptAttribute({ kinds: emptySlots.map(({ kind }) => kind) })} onFiles={upload}>
          <FileDropZone borderRadius="l2">
            <Flex align="center" justify="space-between" gap="3" padding="3" flexWrap="wrap">
              <FileButton size="sm" variant="outline" colorPalette="gray">
                <Upload aria-hidden="true" /> {uploadLabel}
              </FileButton>
              <Text textStyle="xs" color="fg.muted">
                Up to {maxBytes / 1024 / 1024} MB
              </Text>
            </Flex>
          </FileDropZone>
        </FileInput>
      )}
      <Text
        id={`${id}-note`}
        textStyle="xs"
        color={errorText ? 'fg.error' : 'fg.muted'}
        role={errorText ? 'alert' : undefined}
      >
        {errorText ?? hint}
      </Text>
    </Stack>
  );
}

const chooseLabel = (slots: readonly MediaSlot[]) => `Upload ${slots.map(({ label }) => label).join(' or ')}`;
