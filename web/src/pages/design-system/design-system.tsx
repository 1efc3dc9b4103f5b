import { ScreenTitle } from '../../shared/page-title';
import { PageHeader } from '../../ui/layout/page-header';
import { AccessGate, isAdmin } from '../../app/access-gate';
import { AppShell } from '../../app/app-shell';
import { Controls } from './controls';
import { Feedback } from './feedback';
import { Lists } from './lists';
import { Tokens } from './tokens';

/** /dev/ui, for developers: the house style on one screen. */
export function DesignSystemPage() {
  return (
    <AccessGate allows={isAdmin}>
      <AppShell>
        <ScreenTitle title="Design system" />
        <PageHeader
          title="Design system"
          description="What the screens are made of, in every state. Look here before making something new."
        />
        <Tokens />
        <Controls />
        <Lists />
        <Feedback />
      </AppShell>
    </AccessGate>
  );
}
