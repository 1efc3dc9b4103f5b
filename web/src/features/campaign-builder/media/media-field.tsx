import { Box, Stack, Text } from '@chakra-ui/react';
import { useEffect, useId, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { UploadProgress } from '../../../shared/uploads/upload-progress';
import { useFocusNext } from '../../../ui/focus/use-focus-after-render';
import { useUploads } from '../../../shared/uploads/use-uploads';
import { MediaChooser } from './media-dropzone';
import { MediaRow } from './media-row';
import type { MediaSlot } from './media-slot';
import { useBuilderForm } from '../use-builder-form';

interface Props {
  label: string;
  hint: string;
  slots: readonly MediaSlot[];
  maxBytes: number;
}

/** Uploads, shows, replaces and removes what one place of the page holds. */
export function MediaField({ label, hint, slots, maxBytes }: Props) {
  const { control, register, setValue, clearErrors, formState } = useBuilderForm();
  const names = slots.map(({ name }) => name);
  const values = useWatch({ control, name: names });
  const box = useRef<HTMLDivElement>(null);
  const focusNext = useFocusNext(box);
  const id = useId();
  /** Only a focus that is here, or was on what is gone, is taken along; who types elsewhere meanwhile is left alone. */
  const takeAlong = (...next: string[]) => {
    const { activeElement, body } = document;
    if (activeElement === body || box.current?.contains(activeElement)) focusNext(...next);
  };
  const set = (slot: MediaSlot, value: string) => {
    setValue(slot.name, value, { shouldDirty: true });
    clearErrors(slot.name);
  };

  const { uploads, problem, start, forget } = useUploads({
    maxBytes,
    kinds: slots.map(({ kind }) => kind),
    onPlaced: (objectPath, { type }) => {
      const slot = slots.find(({ kind }) => type.startsWith(kind))!;
      set(slot, objectPath);
      takeAlong(`Replace ${slot.label}`);
    },
  });
  const isBusy = uploads.length > 0;
  for (const name of names) register(name, { validate: () => !isBusy || 'Wait until the upload is finished' });
  useEffect(() => {
    if (!isBusy) clearErrors(names);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- when an upload ends, and then alone
  }, [isBusy]);

  const choose = ([file]: File[]) => {
    if (!file || isBusy) return;
    takeAlong(`Cancel upload of ${file.name}`);
    start(file);
  };
  const refused = names.map((name) => formState.errors[name]?.message).find(Boolean) ?? problem;
  const free = slots.filter((_, index) => !values[index]);
  const add = chooseLabel(free);
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
              onFiles={choose}
              onRemove={() => {
                focusNext(chooseLabel(slots.filter((one) => one === slot || free.includes(one))));
                set(slot, '');
                forget();
              }}
            />
          ),
      )}
      {uploads.map((upload) => (
        <Box key={upload.id} borderWidth="1px" borderRadius="l2" paddingStart="3" paddingEnd="2" paddingY="2">
          <UploadProgress
            upload={{
              ...upload,
              cancel: () => {
                focusNext(add, ...slots.map((slot) => `Replace ${slot.label}`));
                upload.cancel();
              },
            }}
          />
        </Box>
      ))}
      {!isBusy && free.length > 0 && <MediaChooser label={add} slots={free} maxBytes={maxBytes} onFiles={choose} />}
      <Text
        id={`${id}-note`}
        textStyle="xs"
        color={refused ? 'fg.error' : 'fg.muted'}
        role={refused ? 'alert' : undefined}
      >
        {refused ?? hint}
      </Text>
    </Stack>
  );
}

const chooseLabel = (slots: readonly MediaSlot[]) => `Upload ${slots.map(({ label }) => label).join(' or ')}`;
