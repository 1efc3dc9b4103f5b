import { Stack, Switch, Text } from '@chakra-ui/react';

interface SwitchFieldProps {
  label: string;
  hint?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** An on/off setting: label and hint on the left, switch on the right. */
export function SwitchField({ label, hint, checked, onChange }: SwitchFieldProps) {
  return (
    <Switch.Root
      checked={checked}
      onCheckedChange={(details) => onChange(details.checked)}
      width="full"
      justifyContent="space-between"
      gap="4"
      minHeight="11"
    >
      <Switch.HiddenInput />
      <Stack gap="0.5">
        <Switch.Label>{label}</Switch.Label>
        {hint && (
          <Text textStyle="sm" color="fg.muted">
            {hint}
          </Text>
        )}
      </Stack>
      <Switch.Control>
        <Switch.Thumb />
      </Switch.Control>
    </Switch.Root>
  );
}
