import { useMutation } from '@apollo/client/react';
import { Input, Stack } from '@chakra-ui/react';
import { MAX_NAME_LENGTH, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@dripline/contract/limits';
import { validationMessages } from '@dripline/contract/validation-messages';
import { useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { errorMessageOf, fieldErrorsOf } from '../../shared/api-error';
import {
  CreateMemberDocument,
  type MemberRole,
  type TeamMemberFieldsFragment,
  UpdateMemberDocument,
} from '../../shared/graphql/generated';
import { useSave } from '../../shared/use-save';
import { FormDialog } from '../../ui/dialog/form-dialog';
import { showToast } from '../../ui/feedback/toaster';
import { ConflictChoices } from '../../ui/form/conflict-choices';
import { FormField } from '../../ui/form/form-field';
import { requiredText } from '../../ui/form/rules';
import { Select } from '../../ui/form/select';
import { useEditForm } from '../../ui/form/use-edit-form';
import { accountMessages } from '../../messages/accounts';
import { memberMessages, memberToasts } from '../../messages/members';
import { signInMessages } from '../../messages/sign-in';

interface MemberDialogProps {
  clientId: string;
  /** The member to edit. Without it, the dialog adds one. */
  member?: TeamMemberFieldsFragment;
  /** Whether the member is the viewer, who cannot change their own role. */
  isOwn?: boolean;
  onClose: () => void;
}

const blank = { name: '', username: '', role: 'staff' as MemberRole, email: '', password: '' };

type Stored = Omit<typeof blank, 'password' | 'email'> & { email: string | null };

const toValues = ({ name, username, role, email }: Stored) => ({
  name,
  username,
  role,
  email: email ?? '',
  password: '',
});

const roleOptions = (['staff', 'owner'] as const).map((value) => ({ value, label: memberMessages.roles[value] }));

const labels: Record<string, string> = {
  name: memberMessages.name,
  username: signInMessages.username,
  role: memberMessages.role,
  email: memberMessages.email,
};

/** The checks of a member’s fields. A blank password keeps the stored one. */
const schemaOf = (hasPassword: boolean) =>
  z.object({
    name: requiredText(validationMessages.memberNameMissing, MAX_NAME_LENGTH, validationMessages.memberNameLength),
    username: requiredText(
      validationMessages.memberUsernameMissing,
      MAX_NAME_LENGTH,
      validationMessages.usernameLength,
    ),
    role: z.enum(['owner', 'staff']),
    email: z.string().check(z.trim(), z.regex(/^([^\s@]+@[^\s@]+)?$/, validationMessages.memberEmail)),
    password: z
      .string()
      .check(
        z.refine(
          ({ length }) =>
            (hasPassword && length === 0) || (length >= MIN_PASSWORD_LENGTH && length <= MAX_PASSWORD_LENGTH),
          validationMessages.passwordLength,
        ),
      ),
  });

/** Adds or edits a member of a client’s team. */
export function MemberDialog({ clientId, member, isOwn = false, onClose }: MemberDialogProps) {
  const exists = member !== undefined;
  const schema = useMemo(() => schemaOf(exists), [exists]);
  const edit = useEditForm({ values: toValues(member ?? blank), version: member?.version, schema });
  const { control, register, formState } = edit.form;
  const { errors } = formState;
  const role = useWatch({ control, name: 'role' });
  const [create] = useMutation(CreateMemberDocument);
  const [update] = useMutation(UpdateMemberDocument);
  const { submit, isSaving } = useSave<typeof blank, unknown>({
    edit,
    toValues,
    send: ({ values, changes, version }) =>
      member
        ? update({ variables: { id: member.id, input: changes, expectedVersion: version } })
        : create({ variables: { clientId, input: values } }),
    onSaved: () => {
      showToast(exists ? memberToasts.updated : memberToasts.added);
      onClose();
    },
    onFailed: (error) => {
      const toMessage = exists ? memberToasts.updateFailed : memberToasts.addFailed;
      showToast(toMessage(Object.keys(fieldErrorsOf(error)).length > 0 ? undefined : errorMessageOf(error)));
    },
  });
  return (
    <FormDialog
      title={exists ? memberMessages.editTitle : memberMessages.add}
      submitLabel={exists ? memberMessages.save : memberMessages.add}
      busy={isSaving}
      isUnsaved={edit.isUnsaved}
      size="md"
      onSubmit={submit}
      onClose={onClose}
    >
      <ConflictChoices edit={edit} labelOf={(name) => labels[name] ?? name} />
      <Stack gap="5">
        <FormField label={memberMessages.name} hint={memberMessages.nameHint} required error={errors.name?.message}>
          <Input autoComplete="off" maxLength={MAX_NAME_LENGTH} {...register('name')} />
        </FormField>
        <FormField
          label={memberMessages.role}
          hint={isOwn ? memberMessages.ownRole : memberMessages.roleHints[role]}
          error={errors.role?.message}
        >
          <Select
            options={isOwn ? roleOptions.filter(({ value }) => value === role) : roleOptions}
            {...register('role')}
          />
        </FormField>
        <FormField label={memberMessages.email} hint={memberMessages.emailHint} error={errors.email?.message}>
          <Input type="email" autoComplete="off" {...register('email')} />
        </FormField>
        <FormField label={signInMessages.username} required error={errors.username?.message}>
          <Input
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={MAX_NAME_LENGTH}
            {...register('username')}
          />
        </FormField>
        <FormField
          label={exists ? accountMessages.newPassword : signInMessages.password}
          hint={exists ? memberMessages.newPasswordHint : memberMessages.passwordHint(MIN_PASSWORD_LENGTH)}
          required={!exists}
          error={errors.password?.message}
        >
          <Input type="password" autoComplete="new-password" {...register('password')} />
        </FormField>
      </Stack>
    </FormDialog>
  );
}
