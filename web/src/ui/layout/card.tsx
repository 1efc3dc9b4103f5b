import { Box, type BoxProps } from '@chakra-ui/react';

/** The raised surface that tables, lists and forms are shown on. */
export function Card(props: BoxProps) {
  return <Box bg="bg.panel" borderWidth="1px" borderRadius="l3" shadow="card" {...props} />;
}
