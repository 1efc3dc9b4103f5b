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
 * @param Frame contains the error and, without it, a placeholder, for a component that is a part of a tab
 */
export function onDemand<Props extends object>(
  subject: string,
  load: () => Promise<ComponentType<Props>>,
  title?: string,
  Frame?: ComponentType<{ children?: ReactNode }>,
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
    // Browsers remember that a script could not be loaded.
    const failure = hasFailed ? <LoadError subject={subject} onRetry={() => location.reload()} /> : undefined;
    if (Frame) return <Frame>{failure}</Frame>;
    if (!failure) return <PageLoading />;
    return (
      <>
        {title && <PageHeader title={title} />}
        {failure}
      </>
    );
  };
}
