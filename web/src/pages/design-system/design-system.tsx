import { ScreenTitle } from '../../features/sessions/screen-title';
import { PageHeader } from '../../ui/page-header';
import { AccessGate, isAdmin } from '../access-gate';
import { AppShell } from '../app-shell';
import { Controls } from './controls';
import { Feedback } from './feedback';
import { Lists } from './lists';
import { Tokens } from './tokens';

/** `/dev/ui`: every interface component on one screen, for developers. */
export function DesignSystemPage() {
  return (
    <AccessGate allows={isAdmin}>
      <AppShell>
        <ScreenTitle title="Design system" />
        <PageHeader
          title="Design system"
          description="Every interface component in each of its states. Check here before you build a new one."
        />
        <Tokens />
        <Controls />
        <Lists />
        <Feedback />
      </AppShell>
    </AccessGate>
  );
}
