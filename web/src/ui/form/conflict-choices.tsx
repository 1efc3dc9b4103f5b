import { Alert, RadioGroup, Stack, Text } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { EditForm } from './use-edit-form';

interface ConflictChoicesProps<Values extends FieldValues> {
  edit: EditForm<Values>;
  /** Returns a field's label from its path. */
  labelOf: (name: string) => string;
  /** Returns a value as text. */
  format?: (value: unknown, name: string) => string;
}

/** Shows both values of each field that was changed here and by somebody else, and lets the user choose one. */
export function ConflictChoices<Values extends FieldValues>({
  edit: { conflicts, choose, isChoiceMissing },
  labelOf,
  format = formatValue,
}: ConflictChoicesProps<Values>) {
  const box = useRef<HTMLDivElement>(null);
  const isOpen = conflicts.length > 0;
  useEffect(() => {
    if (isOpen) box.current?.focus();
  }, [isOpen]);
  if (!isOpen) return null;
  return (
    <Alert.Root ref={box} status="warning" tabIndex={-1} marginBottom="4" alignItems="start">
      <Alert.Indicator />
      <Alert.Content gap="3" minWidth="0">
        <Alert.Title>Somebody else saved changes meanwhile</Alert.Title>
        <Alert.Description>Choose which value to keep, then save again.</Alert.Description>
        {conflicts.map((conflict) => {
          const { name, yours, theirs, choice } = conflict;
          return (
            <Stack key={name} gap="1">
              <Text fontWeight="medium">{labelOf(name)}</Text>
              <RadioGroup.Root
                aria-label={labelOf(name)}
                size="sm"
                value={choice ?? null}
                onValueChange={({ value }) => choose(conflict, value as 'yours' | 'theirs')}
              >
                <Stack gap="1">
                  <Choice value="yours" title="Yours" text={format(yours, name)} />
                  <Choice value="theirs" title="Theirs, saved meanwhile" text={format(theirs, name)} />
                </Stack>
              </RadioGroup.Root>
              {isChoiceMissing && !choice && (
                <Text role="alert" textStyle="xs" color="fg.error">
                  Choose one of the two values.
                </Text>
              )}
            </Stack>
          );
        })}
      </Alert.Content>
    </Alert.Root>
  );
}

function Choice({ value, title, text }: { value: string; title: string; text: string }) {
  return (
    <RadioGroup.Item value={value} alignItems="start" minHeight={{ base: '11', md: '8' }}>
      <RadioGroup.ItemHiddenInput />
      <RadioGroup.ItemIndicator />
      <RadioGroup.ItemText whiteSpace="pre-wrap" overflowWrap="anywhere" minWidth="0">
        {title}: {text}
      </RadioGroup.ItemText>
    </RadioGroup.Item>
  );
}

/** Returns a value of a field as text. */
export function formatValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Enabled' : 'Disabled';
  if (value === '' || value === null || value === undefined) return 'None';
  return Array.isArray(value) ? value.map(formatValue).join('\n') : String(value as string | number);
}
