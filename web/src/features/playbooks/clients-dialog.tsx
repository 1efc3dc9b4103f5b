import { Alert, Box, Checkbox, Skeleton, Stack, Text } from '@chakra-ui/react';
import { CircleCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { playbookMessages as messages, playbookToasts } from '../../messages/agency/playbooks';
import { formatCount, plural } from '../../shared/format';
import { FormDialog } from '../../ui/dialog/form-dialog';
import { EmptyState } from '../../ui/feedback/empty-state';
import { LoadError } from '../../ui/feedback/load-error';
import { showToast, type ToastMessage } from '../../ui/feedback/toaster';
import { SearchField } from '../../ui/form/search-field';
import { Pager } from '../../ui/table/pager';
import type { Failure, useBatches } from './use-batches';

const PAGE_SIZE = 25;

/** A client in the list. Its ID is what the mutation gets. */
export interface ClientItem {
  id: string;
  name: string;
}

interface ClientsDialogProps<Item extends ClientItem> {
  title: string;
  description: string;
  /** Returns the label of the button that starts. */
  submitLabel: (clients: string) => string;
  /** The clients to choose from. Undefined until all are loaded. */
  items: readonly Item[] | undefined;
  failed: boolean;
  onRetry: () => void;
  /** Shown if there is no client to choose. */
  emptyTitle: string;
  /** Whether all clients are selected at first. */
  isAllSelected?: boolean;
  /** The label of the search. Without it, there is none. */
  searchLabel?: string;
  /** What else is chosen, above the list. */
  options?: ReactNode;
  /** Below a client’s name. */
  detailOf?: (item: Item) => ReactNode;
  /** Sends the chosen clients to the server. */
  batches: ReturnType<typeof useBatches<Item>>;
  succeeded: (clients: string) => ToastMessage;
  onClose: () => void;
}

/** Chooses clients, does something for them in batches, and shows for which it failed and why. */
export function ClientsDialog<Item extends ClientItem>({
  title,
  description,
  submitLabel,
  items: loaded,
  failed,
  onRetry,
  emptyTitle,
  isAllSelected = false,
  searchLabel,
  options,
  detailOf,
  batches,
  succeeded,
  onClose,
}: ClientsDialogProps<Item>) {
  // What is done leaves the list of the server before the rest is.
  const [pending, setPending] = useState<readonly Item[]>();
  const [failures, setFailures] = useState<Failure<Item>[]>([]);
  const [choices, setChoices] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [typed, setTyped] = useState('');
  const [offset, setOffset] = useState(0);
  const items = pending ?? loaded;
  const isSelected = ({ id }: Item) => choices.get(id) ?? isAllSelected;
  const selected = items?.filter(isSelected) ?? [];
  const search = typed.trim().toLowerCase();
  const matches = items?.filter(({ name }) => name.toLowerCase().includes(search)) ?? [];
  const start = offset < matches.length ? offset : 0;
  const choose = (chosen: readonly Item[], value: boolean) =>
    setChoices((current) => new Map([...current, ...chosen.map(({ id }) => [id, value] as const)]));
  const submit = async () => {
    setPending(items);
    setFailures([]);
    const { failures: failing, rest } = await batches.run(selected);
    const sent = plural(selected.length - rest.length, 'client');
    setPending(undefined);
    showToast(failing.length === 0 ? succeeded(sent) : playbookToasts.partlyFailed(formatCount(failing.length), sent));
    if (failing.length + rest.length === 0) return onClose();
    setFailures(failing);
    choose(selected, false);
    choose(rest, true);
  };
  const chosenMatches = matches.filter(isSelected).length;
  return (
    <FormDialog
      title={title}
      description={description}
      submitLabel={batches.progress ?? submitLabel(plural(selected.length, 'client'))}
      busy={batches.isRunning}
      canSubmit={selected.length > 0}
      isUnsaved={!batches.isRunning && choices.size > 0 && selected.length > 0}
      onSubmit={() => void submit()}
      // Closing while it runs stops it, and shows what is left.
      onClose={batches.isRunning ? batches.stop : onClose}
    >
      <Stack gap="4">
        {failures.length > 0 && <Failures failures={failures} />}
        {!items && failed && <LoadError subject="the clients" onRetry={onRetry} />}
        {!items && !failed && ['a', 'b', 'c', 'd'].map((key) => <Skeleton key={key} height="11" />)}
        {items?.length === 0 && <EmptyState icon={CircleCheck} title={emptyTitle} />}
        {items && items.length > 0 && (
          <>
            {options}
            {searchLabel && (
              // Enter would submit the form.
              <Box onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}>
                <SearchField
                  label={searchLabel}
                  placeholder={searchLabel}
                  value={typed}
                  onChange={(text) => {
                    setTyped(text);
                    setOffset(0);
                  }}
                />
              </Box>
            )}
            {matches.length === 0 && <Text color="fg.muted">{messages.noClientMatches}</Text>}
            {matches.length > 0 && (
              <Stack gap="0" aria-busy={batches.isRunning}>
                <ClientCheckbox
                  label={messages.selectAll(plural(matches.length, 'client'))}
                  checked={chosenMatches === matches.length || (chosenMatches > 0 && 'indeterminate')}
                  disabled={batches.isRunning}
                  onChange={(value) => choose(matches, value)}
                />
                <Stack as="ul" gap="0" listStyleType="none">
                  {matches.slice(start, start + PAGE_SIZE).map((item) => (
                    <Box as="li" key={item.id} borderTopWidth="1px">
                      <ClientCheckbox
                        label={item.name}
                        checked={isSelected(item)}
                        disabled={batches.isRunning}
                        onChange={(value) => choose([item], value)}
                      />
                      {detailOf?.(item)}
                    </Box>
                  ))}
                </Stack>
              </Stack>
            )}
            <Pager offset={start} size={PAGE_SIZE} total={matches.length} onMove={setOffset} />
          </>
        )}
      </Stack>
    </FormDialog>
  );
}

interface ClientCheckboxProps {
  label: string;
  checked: boolean | 'indeterminate';
  disabled: boolean;
  onChange: (checked: boolean) => void;
}

const ClientCheckbox = ({ label, checked, disabled, onChange }: ClientCheckboxProps) => (
  <Checkbox.Root
    width="full"
    minHeight="11"
    checked={checked}
    disabled={disabled}
    onCheckedChange={(details) => onChange(details.checked === true)}
  >
    <Checkbox.HiddenInput />
    <Checkbox.Control />
    <Checkbox.Label overflowWrap="anywhere" minWidth="0" dir="auto">
      {label}
    </Checkbox.Label>
  </Checkbox.Root>
);

const Failures = ({ failures }: { failures: readonly Failure<ClientItem>[] }) => (
  <Alert.Root status="warning" alignItems="start">
    <Alert.Indicator />
    <Alert.Content minWidth="0">
      <Alert.Title>{messages.failed(plural(failures.length, 'client'))}</Alert.Title>
      <Stack as="ul" gap="1" listStyleType="none" maxHeight="12rem" overflowY="auto" tabIndex={0} textStyle="sm">
        {failures.map(({ item, reason }) => (
          <Text as="li" key={item.id} overflowWrap="anywhere">
            <Text as="span" fontWeight="medium" dir="auto">
              {item.name}
            </Text>
            : {reason}
          </Text>
        ))}
      </Stack>
    </Alert.Content>
  </Alert.Root>
);
