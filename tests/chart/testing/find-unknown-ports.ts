import { containersOf, matches, ofKind, type Rendered, workloadsOf } from './objects';

/** Returns the probes and services that refer to a port that no container has. */
export function findUnknownPorts(objects: Rendered[]): string[] {
  const probes = workloadsOf(objects).flatMap((object) =>
    containersOf(object).flatMap(({ name, ports = [], startupProbe, livenessProbe, readinessProbe }) =>
      [startupProbe, livenessProbe, readinessProbe].flatMap((probe) => {
        const port = (probe?.httpGet ?? probe?.tcpSocket)?.port;
        return port === undefined || ports.some((known) => known.name === port) ? [] : [`probe of ${name}: ${port}`];
      }),
    ),
  );
  const services = ofKind(objects, 'Service').flatMap(({ metadata, spec }) => {
    const ports = workloadsOf(objects)
      .filter((object) => matches(object.spec!.template!.metadata.labels, spec!.selector))
      .flatMap((object) => containersOf(object).flatMap((container) => container.ports ?? []));
    return spec!.ports!.flatMap(({ targetPort }) =>
      ports.some(({ name, containerPort }) => targetPort === name || targetPort === containerPort)
        ? []
        : [`Service ${metadata.name}: ${targetPort}`],
    );
  });
  return [...probes, ...services];
}
