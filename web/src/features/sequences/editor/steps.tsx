import { Box, Button, Grid, Heading, HStack, Stack, Text, useMediaQuery } from '@chakra-ui/react';
import { MAX_STEPS } from '@dripline/contract/limits';
import { CalendarClock, Plus } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { useFocusAfterRender } from '../../../ui/focus/use-focus-after-render';
import { Sortable } from '../../../ui/sortable/sortable';
import { sequenceMessages } from '../../../messages/sequences';
import { sharedMessages } from '../../../messages/shared';
import { stepOffsets, toValidMinutes } from '../delay';
import { defaultNextStep, type SequenceValues } from '../sequence-values';
import { StepEditor } from './step-editor';
import { StepRow } from './step-row';
import { useMergeFields } from './use-merge-fields';

const fieldNames = ['days', 'hours', 'minutes', 'message'] as const;

interface StepsProps {
  clientId: string;
  sequenceId: string | undefined;
  /** Opens the preview. Returns whether the values allow one. */
  onPreview: () => Promise<boolean>;
}

/** The steps of the sequence under edit, and the one that is chosen: beside the list, or in it on phones. */
export function Steps({ clientId, sequenceId, onPreview }: StepsProps) {
  const { control, formState, getFieldState, getValues, setFocus } = useFormContext<SequenceValues>();
  const { fields, append, remove, move } = useFieldArray({ control, name: 'steps' });
  const { tokens, example, canTest } = useMergeFields(clientId);
  const [isWide] = useMediaQuery(['(min-width: 48rem)'], { ssr: false });
  const [chosen, setChosen] = useState<number | null>(0);
  // Somebody else may have saved fewer steps. Only an accordion can be closed.
  const current = chosen === null ? (isWide ? 0 : null) : Math.min(chosen, fields.length - 1);
  const box = useRef<HTMLDivElement>(null);
  const focusNext = useFocusAfterRender(box);
  const steps = useWatch({ control, name: 'steps' });
  const times = stepOffsets(steps.map(toValidMinutes));
  const { errors, submitCount } = formState;

  // The step whose first wrong field gets the focus once it is shown.
  const wanted = useRef<number>(undefined);
  useEffect(() => {
    if (wanted.current === undefined) return;
    const step = `steps.${wanted.current}` as const;
    const variants = getValues(`${step}.variants`).map((_, nth) => `variants.${nth}` as const);
    const name = [...fieldNames, ...variants].find((field) => getFieldState(`${step}.${field}`).invalid);
    if (name) setFocus(`${step}.${name}`);
    wanted.current = undefined;
  });
  const shown = useRef(current);
  useEffect(() => {
    // In view in its list, which scrolls, when it was not chosen there.
    if (current !== null && current !== shown.current)
      box.current?.querySelectorAll('li')[current]?.scrollIntoView({ block: 'nearest' });
    shown.current = current;
  }, [current]);
  /** Chooses the first step with an error, unless the chosen one has an error. */
  const showErrors = () => {
    const isInvalid = (index: number) => getFieldState(`steps.${index}`).invalid;
    const first = fields.findIndex((_, index) => isInvalid(index));
    if (first === -1 || (current !== null && isInvalid(current))) return;
    setChosen(first);
    if (!(['name', 'description', 'campaignId'] as const).some((name) => getFieldState(name).invalid))
      wanted.current = first;
  };
  const onSubmitted = useEffectEvent(showErrors);
  useEffect(() => {
    if (submitCount > 0) onSubmitted();
  }, [submitCount]);

  const moveStep = (from: number, to: number) => {
    move(from, to);
    if (current === from) setChosen(to);
    else if (current !== null && from < current && to >= current) setChosen(current - 1);
    else if (current !== null && from > current && to <= current) setChosen(current + 1);
  };
  const removeStep = (index: number) => {
    const next = Math.min(index, fields.length - 2);
    focusNext(`Remove step ${next + 1}`, 'Add step');
    setChosen(next);
    remove(index);
  };
  const addStep = () => {
    setChosen(fields.length);
    append(defaultNextStep(getValues('steps').at(-1)));
  };
  const editorOf = (index: number) => (
    <StepEditor
      key={fields[index]!.id}
      index={index}
      count={fields.length}
      time={times[index] ?? ''}
      sequenceId={sequenceId}
      canTest={canTest}
      tokens={tokens}
      example={example}
      onMove={(to) => moveStep(index, to)}
      onRemove={() => removeStep(index)}
    />
  );
  return (
    <Stack as="section" ref={box} gap="3" borderTopWidth="1px" marginTop="5" paddingTop="5">
      <HStack justify="space-between" gap="2" flexWrap="wrap">
        <Heading as="h3" size="sm">
          Messages
        </Heading>
        <HStack gap="1">
          <Button
            size="sm"
            variant="ghost"
            paddingX="2"
            onClick={() => void onPreview().then((isValid) => isValid || showErrors())}
          >
            <CalendarClock aria-hidden="true" /> {sharedMessages.preview}
          </Button>
          {fields.length < MAX_STEPS && (
            <Button size="sm" variant="outline" onClick={addStep}>
              <Plus aria-hidden="true" /> Add step
            </Button>
          )}
        </HStack>
      </HStack>
      <Text textStyle="sm" color="fg.muted">
        Each delay starts at the previous step. Merge fields such as {'{{firstName}}'} are filled in for each lead.
      </Text>
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', md: '17rem minmax(0, 1fr)' }} gap="6" alignItems="start">
        <Sortable
          ids={fields.map(({ id }) => id)}
          instructions={sequenceMessages.dragInstructions}
          textsOf={() => sequenceMessages.drag}
          onMove={moveStep}
        >
          <Stack
            as="ol"
            role="list"
            aria-label="Steps"
            listStyleType="none"
            gap="1"
            maxHeight={{ md: '300px' }}
            overflowY={{ md: 'auto' }}
          >
            {fields.map(({ id }, index) => (
              <StepRow
                key={id}
                id={id}
                index={index}
                time={times[index] ?? ''}
                message={steps[index]?.message ?? ''}
                isChosen={index === current}
                isInvalid={errors.steps?.[index] !== undefined}
                isAccordion={!isWide}
                canMove={fields.length > 1}
                onChoose={() => setChosen(!isWide && index === current ? null : index)}
              >
                {!isWide && index === current && (
                  <Box paddingY="3" paddingX="1">
                    {editorOf(index)}
                  </Box>
                )}
              </StepRow>
            ))}
          </Stack>
        </Sortable>
        {isWide && current !== null && editorOf(current)}
      </Grid>
    </Stack>
  );
}
