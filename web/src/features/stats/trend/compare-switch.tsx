import { chakra, Flex } from '@chakra-ui/react';
import { trendMessages } from '../../../messages/trend';

interface CompareSwitchProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/**
 * Switches the comparison with the previous period. A checkbox of the browser, because Chakra's switch would load the
 * code of all forms with the dashboard.
 */
export function CompareSwitch({ checked, onChange }: CompareSwitchProps) {
  return (
    <Flex as="label" align="center" gap="2.5" minHeight={{ base: '11', md: '9' }} textStyle="sm" fontWeight="medium">
      {trendMessages.compare}
      <chakra.input
        type="checkbox"
        role="switch"
        css={switchStyle}
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
      />
    </Flex>
  );
}

const switchStyle = {
  appearance: 'none',
  flexShrink: '0',
  display: 'flex',
  width: '8',
  height: '4',
  borderRadius: 'full',
  bg: 'border.control',
  cursor: 'switch',
  focusVisibleRing: 'outside',
  _before: {
    content: '""',
    boxSize: '4',
    scale: '0.8',
    borderRadius: 'inherit',
    bg: 'white',
    transition: 'translate 200ms',
  },
  _checked: { bg: 'brand.solid', _before: { translate: '100%', bg: 'brand.contrast' } },
  _highContrast: { appearance: 'auto' },
} as const;
