import type { FileFieldsFragment } from '../../shared/graphql/generated';
import { formatBytes, isSameDay } from '../../shared/format';
import { StatCard } from '../../ui/data/stat-card';
import { StatGrid } from '../../ui/data/stat-grid';
import { dashboardMessages } from '../../messages/dashboard';

interface FileStatsProps {
  files: readonly FileFieldsFragment[] | undefined;
  timeZone: string;
}

/** Stat cards about a client's files. "Today" is in the client's time zone. */
export function FileStats({ files, timeZone }: FileStatsProps) {
  const now = new Date().toISOString();
  const bytes = files?.reduce((sum, { fileSize }) => sum + fileSize, 0);
  const today = files?.filter(({ createdAt }) => isSameDay(createdAt, now, timeZone)).length;
  return (
    <StatGrid>
      <StatCard label={dashboardMessages.totalFiles} value={files?.length} />
      <StatCard label={dashboardMessages.totalStorage} value={bytes} format={formatBytes} />
      <StatCard label={dashboardMessages.uploadedToday} value={today} />
    </StatGrid>
  );
}
