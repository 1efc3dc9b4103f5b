import { type ComponentType, useEffect, useState } from 'react';
import { LoadError } from '../ui/feedback/load-error';
import { PageHeader } from '../ui/layout/page-header';
import { PageLoading } from './page-loading';

/**
 * Returns a component whose code is loaded when it is first shown. If that fails, it shows an error and can be loaded
 * again, while the rest of the screen stays as it is.
 *
 * @param subject completes "We could not load …"
 * @param title the heading of the tab, which the component otherwise contains
 */
export function onDemand<Props extends object>(
  subject: string,
  load: () => Promise<ComponentType<Props>>,
  title?: string,
) {
  let loaded: ComponentType<Props> | undefined;
  const start = async () => (loaded ??= await load());
  return function OnDemand(props: Props) {
    const [Component, setComponent] = useState(() => loaded);
    const [hasFailed, setHasFailed] = useState(false);
    useEffect(() => {
      if (Component || hasFailed) return;
      start().then(
        (component) => setComponent(() => component),
        () => setHasFailed(true),
      );
    }, [Component, hasFailed]);
    if (Component) return <Component {...props} />;
    if (!hasFailed) return <PageLoading />;
    return (
      <>
        {title && <PageHeader title={title} />}
        <LoadError subject={subject} onRetry={() => setHasFailed(false)} />
      </>
    );
  };
}
