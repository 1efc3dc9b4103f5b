import { RadioGroup, Stack, Text } from '@chakra-ui/react';
import { sequenceVersionMessages as messages } from '../../../messages/sequences/versions';
import type { EnrolledLeadsAction } from '../../../shared/graphql/generated';

interface EnrolledLeadsChoiceProps {
  label: string;
  value: EnrolledLeadsAction;
  onChange: (value: EnrolledLeadsAction) => void;
}

/** The choice what leads in progress get when a version is published. */
export function EnrolledLeadsChoice({ label, value: chosen, onChange }: EnrolledLeadsChoiceProps) {
  return (
    <RadioGroup.Root
      aria-label={label}
      value={chosen}
      onValueChange={({ value }) => onChange(value as EnrolledLeadsAction)}
    >
      <Stack gap="3">
        {Object.entries(messages.choices).map(([value, { title, text }]) => (
          <RadioGroup.Item key={value} value={value} alignItems="start" minHeight="11">
            <RadioGroup.ItemHiddenInput />
            <RadioGroup.ItemIndicator marginTop="0.5" />
            <RadioGroup.ItemText>
              {title}
              <Text as="span" display="block" fontWeight="normal" color="fg.muted">
                {text}
              </Text>
            </RadioGroup.ItemText>
          </RadioGroup.Item>
        ))}
      </Stack>
    </RadioGroup.Root>
  );
}
