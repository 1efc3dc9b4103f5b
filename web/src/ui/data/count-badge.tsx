import { Text } from '@chakra-ui/react';
import { formatCount } from '../../shared/format';

/** The number of items beside a title. */
export function CountBadge({ count }: { count: number }) {
  return (
    <Text as="span" color="fg.muted" className="tabular">
      {formatCount(count)}
    </Text>
  );
}
