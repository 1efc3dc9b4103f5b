import { Flex, Grid, Text } from '@chakra-ui/react';
import { PreviewButton } from './preview-button';
import { Switcher } from './switcher';

const sides = [
  { value: 'edit', label: 'Edit' },
  { value: 'preview', label: 'Preview' },
] as const;

/** What a narrow window shows of the builder. */
export type Side = (typeof sides)[number]['value'];

interface Props {
  side: Side;
  onChange: (side: Side) => void;
  isDirty: boolean;
  landingUrl?: string | undefined;
}

/** Below the header where form and preview do not fit side by side: which of them is shown, and the page itself. */
export function ViewBar({ side, onChange, isDirty, landingUrl }: Props) {
  return (
    <Grid
      as="section"
      aria-label="View"
      templateColumns="1fr auto 1fr"
      alignItems="center"
      gap="2"
      paddingX={{ base: '4', md: '6' }}
      paddingY="2"
      bg="bg.panel"
      borderBottomWidth="1px"
      hideFrom="lg"
    >
      <Text textStyle="xs" color="fg.muted" role="status">
        {isDirty ? 'Unsaved' : ''}
      </Text>
      <Switcher label="Show" value={side} items={sides} onChange={onChange} />
      <Flex justify="flex-end">{landingUrl && <PreviewButton landingUrl={landingUrl} height="11" />}</Flex>
    </Grid>
  );
}
