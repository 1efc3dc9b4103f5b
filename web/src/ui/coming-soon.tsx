import type { LucideIcon } from 'lucide-react';
import { EmptyState } from './empty-state';
import { Panel } from './panel';

/** A tab that is not built yet, and what it will be for. */
export function ComingSoon({ icon, title, text }: { icon: LucideIcon; title: string; text: string }) {
  return (
    <Panel>
      <EmptyState icon={icon} title={title}>
        {text}
      </EmptyState>
    </Panel>
  );
}
