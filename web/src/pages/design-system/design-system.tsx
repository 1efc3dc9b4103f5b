import { PageTitle } from '../../shared/product/page-title';
import { PageHeader } from '../../ui/layout/page-header';
import { AccessGate, isAdmin } from '../../app/access-gate';
import { AccountBar } from '../../app/account-bar';
import { AppShell } from '../../app/app-shell';
import { paths } from '../../shared/paths';
import { accountMessages } from '../../messages/accounts';
import { Controls } from './controls';
import { Feedback } from './feedback';
import { Lists } from './lists';
import { Tokens } from './tokens';

/** `/dev/ui`: every interface component on one screen, for developers. */
export function DesignSystemPage() {
  return (
    <AccessGate allows={isAdmin}>
      <AppShell
        tabs={[]}
        defaultTab=""
        back={{ to: paths.admin.href(), label: accountMessages.backToConsole }}
        account={<AccountBar />}
        placeholder={
          <>
            <PageHeader
              title="Design system"
              description="Every interface component in each of its states. Check here before you build a new one."
            />
            <Tokens />
            <Controls />
            <Lists />
            <Feedback />
          </>
        }
      >
        <PageTitle title="Design system" />
      </AppShell>
    </AccessGate>
  );
}
