import { useQuery } from '@apollo/client/react';
import { Box, Button, HStack, Stack, Text } from '@chakra-ui/react';
import { MAX_TEST_VARIANTS } from '@dripline/contract/limits';
import type { SampleAnswers } from '@dripline/contract/rules/sample-lead';
import { Plus, Trash2 } from 'lucide-react';
import { useFormContext, useWatch } from 'react-hook-form';
import { formatRate, plural } from '../../../shared/format';
import { SequenceVariantsDocument, type SequenceVariantsQuery } from '../../../shared/graphql/generated';
import { refreshedOnOpen } from '../../../shared/refreshed-on-open';
import { sequenceMessages as messages } from '../../../messages/sequences';
import { IconAction } from '../../../ui/button/icon-action';
import type { SequenceValues } from '../sequence-values';
import { MessageField } from './message-field';

interface MessageVariantsProps {
  /** The position of the step. */
  index: number;
  /** The saved sequence, whose figures are shown. */
  sequenceId: string | undefined;
  /** Whether the client may compare messages. Those that it has are shown in any case. */
  canTest: boolean;
  tokens: string[];
  example: SampleAnswers;
}

/** Edits the messages that are compared with a step’s message, and shows what each brought. */
export function MessageVariants({ index, sequenceId, canTest, tokens, example }: MessageVariantsProps) {
  const { control, setValue, clearErrors } = useFormContext<SequenceValues>();
  const name = `steps.${index}.variants` as const;
  const variants = useWatch({ control, name });
  const message = useWatch({ control, name: `steps.${index}.message` });
  const { data } = useQuery(SequenceVariantsDocument, {
    variables: { id: sequenceId ?? '' },
    skip: sequenceId === undefined || variants.length === 0,
    ...refreshedOnOpen,
  });
  const stats = data?.sequence.variantStats.filter(({ step }) => step === index) ?? [];
  const set = (values: string[]) => {
    // An error would move to the next message.
    clearErrors(name);
    setValue(name, values, { shouldDirty: true });
  };
  if (variants.length === 0 && !canTest) return null;
  return (
    <Stack gap="4">
      {variants.length > 0 && <Figures stats={stats} text={message} marginTop="-2" />}
      {variants.map((text, nth) => (
        // Its place is what tells a message apart.
        <Box key={nth} position="relative">
          <MessageField index={index} variant={nth} tokens={tokens} example={example} />
          <Box position="absolute" top="-2" insetEnd="0">
            <IconAction
              label={messages.removeVariant(nth + 1)}
              icon={Trash2}
              onClick={() => set(variants.filter((_, other) => other !== nth))}
            />
          </Box>
          <Figures stats={stats} text={text} marginTop="2" />
        </Box>
      ))}
      {canTest && variants.length < MAX_TEST_VARIANTS - 1 && (
        <HStack>
          <Button variant="ghost" size="sm" colorPalette="gray" paddingX="2" onClick={() => set([...variants, ''])}>
            <Plus aria-hidden="true" /> {messages.addVariant}
          </Button>
        </HStack>
      )}
      {variants.length > 0 && (
        <Text textStyle="xs" color="fg.muted">
          {canTest ? messages.variantsHint : messages.variantsOff}
        </Text>
      )}
    </Stack>
  );
}

interface FiguresProps {
  stats: SequenceVariantsQuery['sequence']['variantStats'];
  text: string;
  marginTop: string;
}

/** What a message brought, if it is the saved one. */
function Figures({ stats, text, marginTop }: FiguresProps) {
  const own = stats.find(({ message }) => message === text.trim());
  if (!own) return null;
  const { sent, replied, optedOut, chanceByReplies, chanceByOptOuts } = own;
  return (
    <Text textStyle="xs" color="fg.muted" className="tabular" marginTop={marginTop}>
      {[
        messages.figures(plural(sent, 'time'), formatRate(replied, sent), formatRate(optedOut, sent)),
        messages.chances(formatRate(chanceByReplies, 1), formatRate(chanceByOptOuts, 1)),
      ].join(' · ')}
    </Text>
  );
}
