import { Box, Flex, Stack, Text } from '@chakra-ui/react';
import type { LucideIcon } from 'lucide-react';
import { Card } from '../layout/card';

/** A placeholder for a feature that is not available yet. */
export function ComingSoon({ icon: Icon, title, text }: { icon: LucideIcon; title: string; text: string }) {
  return (
    <Card padding={{ base: '4', md: '5' }}>
      <Flex gap="3" align="start">
        <Box color="brand.fg" flexShrink="0" marginTop="0.5">
          <Icon aria-hidden="true" size={18} />
        </Box>
        <Stack gap="0.5">
          <Text fontWeight="semibold">{title}</Text>
          <Text color="fg.muted" textStyle="sm">
            {text}
          </Text>
        </Stack>
      </Flex>
    </Card>
  );
}
