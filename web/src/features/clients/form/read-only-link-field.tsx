import { Controller, useFormContext } from 'react-hook-form';
import { SwitchField } from '../../../ui/form/switch-field';

/** Whether the dashboard link of a client without a login is read-only. */
export function ReadOnlyLinkField() {
  const { control } = useFormContext<{ linkReadOnly: boolean }>();
  return (
    <Controller
      control={control}
      name="linkReadOnly"
      render={({ field }) => (
        <SwitchField
          label="Read-only dashboard link"
          hint="People with the link see everything, but change, send, export and delete nothing."
          checked={field.value}
          onChange={field.onChange}
        />
      )}
    />
  );
}
