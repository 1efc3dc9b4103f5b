import { useMutation } from '@apollo/client/react';
import { Badge, Button, Flex, Heading, HStack, SimpleGrid, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { abTestMessages as messages, abTestToasts } from '../../../messages/campaigns/ab-tests';
import { builderMessages } from '../../../messages/campaign-builder';
import { sharedMessages } from '../../../messages/shared';
import { errorMessageOf } from '../../../shared/api-error';
import { formatCount, formatRate, toWords } from '../../../shared/format';
import { type AbTestsQuery, type AbTestWithStatsFragment, EndAbTestDocument } from '../../../shared/graphql/generated';
import { DataList } from '../../../ui/data/data-list';
import { Figure } from '../../../ui/data/figure';
import { MediaThumbnail } from '../../../ui/data/media-thumbnail';
import { TimeAgo } from '../../../ui/data/time-ago';
import { UsageBar } from '../../../ui/data/usage-bar';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog';
import { showToast } from '../../../ui/feedback/toaster';
import { Card } from '../../../ui/layout/card';

type Variant = AbTestWithStatsFragment['variants'][number];

interface AbTestResultsProps {
  test: AbTestWithStatsFragment;
  page: AbTestsQuery['campaign'];
}

/** Returns the name of a variant: "Page A" for the first. */
export const variantName = (position: number): string => messages.variants[position] ?? '';

const statusColors = { running: 'blue', complete: 'green', ended: 'gray' } as const;

/** A test with the figures of its variants. One that has not ended can be ended by keeping a variant. */
export function AbTestResults({ test, page }: AbTestResultsProps) {
  const { status, goal, viewsPerVariant, winnerId, variants, createdAt } = test;
  const [kept, setKept] = useState<Variant>();
  const planned = viewsPerVariant * variants.length;
  const counted = variants.reduce((sum, { stats }) => sum + Math.min(stats.views, viewsPerVariant), 0);
  return (
    <Stack gap="4" as="section" aria-label={messages.goals[goal]}>
      <Stack gap="3">
        <Flex gap="3" justify="space-between" align="center" flexWrap="wrap">
          <HStack gap="2">
            <Badge colorPalette={statusColors[status]} variant="subtle" borderRadius="full" paddingX="2">
              {messages.statuses[status]}
            </Badge>
            <Heading as="h3" textStyle="sm" fontWeight="medium">
              {messages.goals[goal]}
            </Heading>
          </HStack>
          <Text textStyle="sm" color="fg.muted">
            {messages.startedOn} <TimeAgo at={createdAt} timeZone={page.client.timeZone} />
          </Text>
        </Flex>
        {status === 'running' && (
          <UsageBar
            label={messages.progress(formatCount(counted), formatCount(planned))}
            used={counted}
            limit={planned}
            fullWidth
          />
        )}
        <Text textStyle="sm">{resultOf(test)}</Text>
      </Stack>
      {variants.map((variant) => (
        <VariantCard
          key={variant.id}
          variant={variant}
          page={page}
          goal={goal}
          isEnded={status === 'ended'}
          isWinner={variant.id === winnerId}
          isKept={variant.id === test.keptVariantId}
          onKeep={() => setKept(variant)}
        />
      ))}
      {kept && <KeepDialog test={test} variant={kept} onClose={() => setKept(undefined)} />}
    </Stack>
  );
}

/** Says what the figures mean. */
function resultOf({ status, goal, winnerId, keptVariantId, variants }: AbTestWithStatsFragment): string {
  const { results } = messages;
  if (status === 'running') return results.running;
  const winner = variants.find(({ id }) => id === winnerId);
  const kept = variants.find(({ id }) => id === keptVariantId);
  return [
    winner ? results.won(variantName(winner.position), formatRate(chanceOf(winner, goal), 1)) : results.undecided,
    kept ? results.ended(variantName(kept.position)) : results.complete,
  ].join(' ');
}

const chanceOf = ({ stats }: Variant, goal: AbTestWithStatsFragment['goal']) =>
  goal === 'leads' ? stats.chanceByLeads : stats.chanceByQualified;

interface VariantCardProps {
  variant: Variant;
  page: AbTestsQuery['campaign'];
  goal: AbTestWithStatsFragment['goal'];
  isEnded: boolean;
  isWinner: boolean;
  isKept: boolean;
  onKeep: () => void;
}

function VariantCard({ variant, page, goal, isEnded, isWinner, isKept, onKeep }: VariantCardProps) {
  const { position, stats } = variant;
  const name = variantName(position);
  const rows = changesOf(variant, page);
  return (
    <Card as="article" aria-label={name} padding="4">
      <Stack gap="3">
        <Flex gap="3" justify="space-between" align="start">
          <Stack gap="0" minWidth="0">
            <HStack gap="2" minHeight="6">
              <Heading as="h4" size="sm">
                {name}
              </Heading>
              {isWinner && <Badge colorPalette="green">{messages.winner}</Badge>}
              {isKept && <Badge colorPalette="blue">{messages.kept}</Badge>}
            </HStack>
            {position === 0 && (
              <Text textStyle="sm" color="fg.muted">
                {isEnded ? messages.ownPageThen : messages.ownPage}
              </Text>
            )}
          </Stack>
          {!isEnded && (
            <Button
              size="sm"
              flexShrink="0"
              variant={isWinner ? 'solid' : 'outline'}
              {...(!isWinner && { colorPalette: 'gray' })}
              aria-label={messages.keepNamed(name)}
              onClick={onKeep}
            >
              {messages.keep}
            </Button>
          )}
        </Flex>
        {rows.length > 0 && <DataList rows={rows} />}
        <SimpleGrid
          columns={{ base: 2, sm: 4 }}
          columnGap="6"
          rowGap="3"
          borderTopWidth="1px"
          paddingTop="3"
          className="tabular"
        >
          <Figure label={messages.views} value={formatCount(stats.views)} />
          <Figure
            label={sharedMessages.leads}
            value={formatCount(stats.leads)}
            detail={formatRate(stats.leads, stats.views)}
          />
          <Figure
            label={sharedMessages.conversions}
            value={formatCount(stats.qualified)}
            detail={formatRate(stats.qualified, stats.views)}
          />
          <Figure label={messages.chance} value={formatRate(chanceOf(variant, goal), 1)} />
        </SimpleGrid>
      </Stack>
    </Card>
  );
}

/** Returns what a variant changes, as rows of labels and values. */
function changesOf(
  { headline, subheadline, submitButtonText, formImageUrl, hiddenFieldIds }: Variant,
  page: AbTestsQuery['campaign'],
) {
  const labels = new Map(page.formFields.map(({ id, label }) => [id, label]));
  return [
    headline !== null && { label: builderMessages.headline, value: headline },
    subheadline !== null && { label: builderMessages.subheadline, value: subheadline },
    submitButtonText !== null && { label: builderMessages.submitButtonText, value: submitButtonText },
    formImageUrl !== null && {
      label: messages.formImage,
      value: <MediaThumbnail src={formImageUrl} kind="image" fit="contain" width="24" height="16" />,
    },
    hiddenFieldIds.length > 0 && {
      label: messages.hiddenQuestions,
      value: hiddenFieldIds.map((id) => labels.get(id) ?? toWords(id)).join(', '),
    },
  ].filter((row) => row !== false);
}

interface KeepDialogProps {
  test: AbTestWithStatsFragment;
  variant: Variant;
  onClose: () => void;
}

function KeepDialog({ test, variant, onClose }: KeepDialogProps) {
  const name = variantName(variant.position);
  const [end, { loading }] = useMutation(EndAbTestDocument, {
    variables: { id: test.id, variantId: variant.id },
    onCompleted: () => {
      showToast(abTestToasts.ended);
      onClose();
    },
    onError: (error) => showToast(abTestToasts.endFailed(errorMessageOf(error))),
  });
  return (
    <ConfirmDialog
      title={messages.keepTitle(name)}
      confirmLabel={messages.endTest}
      busy={loading}
      onConfirm={() => void end()}
      onClose={onClose}
    >
      {test.status === 'running' && `${messages.tooEarly} `}
      {messages.keepText}
    </ConfirmDialog>
  );
}
