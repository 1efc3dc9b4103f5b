import { Box, Button, type ButtonProps, HStack, Text } from '@chakra-ui/react';
import { MAX_BULK_IDS } from '@dripline/contract/limits';
import { Gauge, type LucideIcon, Pause, Play, X } from 'lucide-react';
import { attentionMessages } from '../../messages/agency/attention';

interface AttentionBarProps {
  /** The number of selected clients, at least one. */
  count: number;
  isBusy: boolean;
  onClear: () => void;
  onPause: (isPaused: boolean) => void;
  onRaise: () => void;
}

/** The actions for the selected clients. It stays in view below the list, so that no row moves when it appears. */
export function AttentionBar({ count, isBusy, onClear, onPause, onRaise }: AttentionBarProps) {
  const action = { variant: 'outline', disabled: isBusy || count > MAX_BULK_IDS } as const;
  return (
    <HStack role="region" aria-label={attentionMessages.selectedClients} css={barStyle}>
      <Text textStyle="sm" fontWeight="medium" className="tabular" whiteSpace="nowrap">
        {count} selected
      </Text>
      <BarButton label="Clear" icon={X} variant="ghost" marginEnd="auto" onClick={onClear} />
      <BarButton label={attentionMessages.pauseTexts} icon={Pause} {...action} onClick={() => onPause(true)} />
      <BarButton label={attentionMessages.resumeTexts} icon={Play} {...action} onClick={() => onPause(false)} />
      <BarButton label={attentionMessages.raiseLimits} icon={Gauge} {...action} onClick={onRaise} />
    </HStack>
  );
}

/** Phones show its icon only. */
const BarButton = ({ label, icon: Icon, ...button }: ButtonProps & { label: string; icon: LucideIcon }) => (
  <Button size="sm" colorPalette="gray" flexShrink="0" paddingX="3" aria-label={label} {...button}>
    <Icon aria-hidden="true" />
    <Box as="span" hideBelow="md">
      {label}
    </Box>
  </Button>
);

const barStyle = {
  position: 'sticky',
  bottom: '4',
  zIndex: '2',
  alignSelf: 'center',
  width: { base: 'full', md: 'auto' },
  gap: { base: '1.5', md: '2' },
  paddingY: '2',
  paddingStart: '4',
  paddingEnd: '2',
  bg: 'bg.panel',
  borderWidth: '1px',
  borderRadius: 'l3',
  shadow: 'float',
} as const;
