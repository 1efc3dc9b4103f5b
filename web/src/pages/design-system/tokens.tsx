import { Box, Flex, SimpleGrid, Stack, Text } from '@chakra-ui/react';
import { Sample } from './sample';

const colors = [
  ...['bg.canvas', 'bg.panel', 'bg.subtle', 'bg.muted', 'bg.emphasized'],
  ...['fg', 'fg.muted', 'fg.subtle', 'fg.warning', 'fg.error'],
  ...['border', 'border.emphasized', 'border.control', 'border.error'],
  ...['brand.solid', 'brand.fg', 'brand.muted', 'brand.subtle', 'brand.emphasized', 'brand.focusRing'],
];
const textSizes = ['xs', 'sm', 'md', 'lg', 'xl', '2xl'];

/** Colors, text sizes, corner radii and shadows. */
export function Tokens() {
  return (
    <>
      <Sample title="Colors" align="stretch">
        <SimpleGrid columns={{ base: 2, md: 5 }} gap="3">
          {colors.map((token) => (
            <Stack key={token} gap="1">
              <Box height="10" bg={token} borderWidth="1px" borderRadius="l2" />
              <Text textStyle="xs" color="fg.muted">
                {token}
              </Text>
            </Stack>
          ))}
        </SimpleGrid>
      </Sample>
      <Sample title="Text">
        {textSizes.map((size) => (
          <Text key={size} textStyle={size} className="tabular">
            {size}: 1,204 leads, 12.5% converted
          </Text>
        ))}
      </Sample>
      <Sample title="Corners and shadows">
        <Flex gap="4" wrap="wrap">
          {(['l1', 'l2', 'l3'] as const).map((corner) => (
            <Box key={corner} bg="bg.panel" borderWidth="1px" borderRadius={corner} padding="4">
              {corner}
            </Box>
          ))}
          {(['card', 'float'] as const).map((shadow) => (
            <Box key={shadow} bg="bg.panel" borderRadius="l3" shadow={shadow} padding="4">
              {shadow}
            </Box>
          ))}
        </Flex>
      </Sample>
    </>
  );
}
