import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { LoadError } from '../ui/feedback/load-error';
import { PageHeader } from '../ui/layout/page-header';
import { PageLoading } from './page-loading';

/**
 * Returns a component whose code is loaded when it is first shown. If that fails, it shows an error in its place, and
 * “Try again” reloads the page.
 *
 * @param subject completes "We could not load …"
 * @param title the heading of the tab, which the component otherwise contains
 * @param placeholder what is shown meanwhile
 */
export function onDemand<Props extends object>(
  subject: string,
  load: () => Promise<ComponentType<Props>>,
  title?: string,
  placeholder: ReactNode = <PageLoading />,
) {
  let loaded: ComponentType<Props> | undefined;
  const start = async () => (loaded ??= await load());
  return function OnDemand(props: Props) {
    const [Component, setComponent] = useState(() => loaded);
    const [hasFailed, setHasFailed] = useState(false);
    useEffect(() => {
      if (Component) return;
      start().then(
        (component) => setComponent(() => component),
        () => setHasFailed(true),
      );
    }, [Component]);
    if (Component) return <Component {...props} />;
    if (!hasFailed) return placeholder;
    return (
      <>
        {/* Browsers remember that a script could not be loaded. */}
        {title && <PageHeader title={title} />}
        <LoadError subject={subject} onRetry={() => location.reload()} />
      </>
    );
  };
}
