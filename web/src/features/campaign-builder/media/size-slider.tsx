import { HStack, Slider } from '@chakra-ui/react';
import { Controller } from 'react-hook-form';
import { useBuilderForm } from '../use-builder-form';

interface Props {
  name: 'logoSize' | 'formImageSize';
  label: string;
  range: { min: number; max: number; step: number };
}

/** A slider for an image's size on the landing page, in px. */
export function SizeSlider({ name, label, range: { min, max, step } }: Props) {
  const { control } = useBuilderForm();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field }) => (
        <Slider.Root
          min={min}
          max={max}
          step={step}
          value={[field.value]}
          onValueChange={({ value }) => field.onChange(value[0])}
          size="sm"
        >
          <HStack justify="space-between">
            <Slider.Label>{label}</Slider.Label>
            <Slider.ValueText className="tabular" color="fg.muted">
              {field.value} px
            </Slider.ValueText>
          </HStack>
          <Slider.Control>
            <Slider.Track>
              <Slider.Range />
            </Slider.Track>
            <Slider.Thumb index={0} boxSize="5">
              <Slider.HiddenInput />
            </Slider.Thumb>
          </Slider.Control>
        </Slider.Root>
      )}
    />
  );
}
