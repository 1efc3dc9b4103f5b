import { Button, HStack, Stack, Text } from '@chakra-ui/react';
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useFieldArray } from 'react-hook-form';
import { IconAction } from '../../../ui/button/icon-action';
import type { CampaignDraft } from '../campaign-draft';
import { useBuilderForm } from '../use-builder-form';

interface ItemListProps<Name extends 'testimonials' | 'faq'> {
  name: Name;
  texts: { title: string; add: string; item: (number: number) => string };
  maxItems: number;
  /** A new item. */
  empty: CampaignDraft[Name][number];
  /** The fields of the item at an index. */
  children: (index: number) => ReactNode;
}

/** A list of short items of the landing page, which can be added, moved and removed. */
export function ItemList<Name extends 'testimonials' | 'faq'>({
  name,
  texts,
  maxItems,
  empty,
  children,
}: ItemListProps<Name>) {
  const { control } = useBuilderForm();
  const addButton = useRef<HTMLButtonElement>(null);
  const { fields, append, remove, move } = useFieldArray({ control, name: name as 'faq' });
  const removeItem = (index: number) => {
    remove(index);
    // The focused button is gone.
    addButton.current?.focus();
  };
  return (
    <Stack as="fieldset" gap="3">
      <Text as="legend" textStyle="sm" fontWeight="medium" marginBottom="1">
        {texts.title}
      </Text>
      {fields.map(({ id }, index) => {
        const item = texts.item(index + 1);
        return (
          <Stack key={id} role="group" aria-label={item} gap="3" padding="3" borderWidth="1px" borderRadius="l2">
            <HStack justify="space-between" marginY="-1">
              <Text textStyle="xs" color="fg.muted">
                {item}
              </Text>
              <HStack gap="0">
                <IconAction
                  label={`Move ${item} up`}
                  icon={ArrowUp}
                  disabled={index === 0}
                  onClick={() => move(index, index - 1)}
                />
                <IconAction
                  label={`Move ${item} down`}
                  icon={ArrowDown}
                  disabled={index === fields.length - 1}
                  onClick={() => move(index, index + 1)}
                />
                <IconAction label={`Remove ${item}`} icon={Trash2} onClick={() => removeItem(index)} />
              </HStack>
            </HStack>
            {children(index)}
          </Stack>
        );
      })}
      <Button
        ref={addButton}
        variant="outline"
        colorPalette="gray"
        onClick={() => append(empty as CampaignDraft['faq'][number])}
        disabled={fields.length >= maxItems}
      >
        <Plus aria-hidden="true" />
        {texts.add}
      </Button>
    </Stack>
  );
}
