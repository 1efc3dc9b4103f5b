import { SegmentGroup } from '@chakra-ui/react';

interface Props<Value extends string> {
  label: string;
  value: Value;
  items: ReadonlyArray<{ value: Value; label: string }>;
  onChange: (value: Value) => void;
}

/** A segmented control that switches between two or three views. */
export function SegmentedControl<Value extends string>({ label, value, items, onChange }: Props<Value>) {
  return (
    <SegmentGroup.Root
      size="sm"
      aria-label={label}
      value={value}
      onValueChange={(details) => onChange(details.value as Value)}
    >
      <SegmentGroup.Indicator />
      {items.map((item) => (
        <SegmentGroup.Item
          key={item.value}
          value={item.value}
          minHeight={{ base: '11', md: '8' }}
          paddingX={{ base: '3', md: '4' }}
        >
          <SegmentGroup.ItemText>{item.label}</SegmentGroup.ItemText>
          <SegmentGroup.ItemHiddenInput />
        </SegmentGroup.Item>
      ))}
    </SegmentGroup.Root>
  );
}
