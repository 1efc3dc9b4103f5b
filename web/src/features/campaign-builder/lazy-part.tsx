import { type ComponentType, lazy } from 'react';
import { LoadError } from '../../ui/feedback/load-error';

/**
 * Returns a part of the builder whose code is loaded beside the campaign. If that fails, the part says so in its place: an
 * error boundary would lose the rest of the form.
 *
 * @param subject completes "We could not load …"
 */
export function lazyPart<Props extends object>(subject: string, load: () => Promise<ComponentType<Props>>) {
  const loading = load().then(
    (Part) => ({ default: Part }),
    () => ({ default: () => <LoadError subject={subject} onRetry={() => location.reload()} /> }),
  );
  return lazy<ComponentType<Props>>(() => loading);
}
