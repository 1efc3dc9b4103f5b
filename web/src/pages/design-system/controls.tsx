import { Button, Checkbox, HStack, Input, Textarea } from '@chakra-ui/react';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { paths } from '../../shared/paths';
import { FileButton, FileDropZone, FileInput } from '../../ui/form/file-upload';
import { FormField } from '../../ui/form/form-field';
import { IconAction } from '../../ui/button/icon-action';
import { LinkButton } from '../../ui/button/link-button';
import { Select } from '../../ui/form/select';
import { SwitchField } from '../../ui/form/switch-field';
import { Sample } from './sample';

const fruit = ['Apple', 'Banana', 'Blueberry', 'Cherry'].map((label) => ({ value: label.toLowerCase(), label }));
const noop = () => undefined;

/** Buttons, form fields and file inputs. */
export function Controls() {
  const [on, setOn] = useState(true);
  return (
    <>
      <Sample title="Buttons">
        <HStack gap="2" wrap="wrap">
          <Button>
            <Plus aria-hidden="true" /> Primary
          </Button>
          <Button variant="outline" colorPalette="gray">
            Secondary
          </Button>
          <Button variant="ghost" colorPalette="gray">
            Ghost
          </Button>
          <Button colorPalette="red">Destructive</Button>
          <Button disabled>Disabled</Button>
          <Button loading loadingText="Busy" />
          <LinkButton to={paths.admin.href()} variant="outline">
            A link
          </LinkButton>
        </HStack>
        <HStack gap="1">
          <IconAction label="Edit the sample" icon={Pencil} />
          <IconAction label="Delete the sample" icon={Trash2} />
        </HStack>
      </Sample>
      <Sample title="Fields" maxWidth="28rem" align="stretch">
        <FormField label="Empty" hint="Help text.">
          <Input placeholder="A placeholder" />
        </FormField>
        <FormField label="Filled" required>
          <Input defaultValue="Acme Heating" />
        </FormField>
        <FormField label="Invalid" error="The reason the value is invalid">
          <Input defaultValue="not an email" />
        </FormField>
        <FormField label="Disabled">
          <Input disabled defaultValue="Cannot be edited" />
        </FormField>
        <FormField label="Long text">
          <Textarea rows={2} defaultValue="Several lines." />
        </FormField>
        <FormField label="Choice">
          <Select options={fruit} />
        </FormField>
        <Checkbox.Root defaultChecked>
          <Checkbox.HiddenInput />
          <Checkbox.Control />
          <Checkbox.Label>A checkbox</Checkbox.Label>
        </Checkbox.Root>
        <SwitchField label="A switch" hint="What the switch does." checked={on} onChange={setOn} />
      </Sample>
      <Sample title="Files" align="stretch">
        <FileInput onFiles={noop}>
          <FileDropZone padding="4">
            <FileButton variant="outline">Choose a file</FileButton>
          </FileDropZone>
        </FileInput>
      </Sample>
    </>
  );
}
