import { basename } from 'node:path';
import { presets } from '@dripline/tools/chart/render-chart';
import { breakages } from './testing/broken-objects';
import { render, type Rendered, tellWhereHelmIsMissing, withHelm } from './testing/objects';
import { rules } from './testing/rules';

jest.setTimeout(60_000);
tellWhereHelmIsMissing();

// One pod each is what a development cluster is for.
const allowed: Record<string, string[]> = { 'dev.yaml': ['minimum-replicas'] };

withHelm('the chart', () => {
  test.each(presets().map((file) => [basename(file), file]))('keeps every rule under %s', async (name, file) => {
    const objects = await render('-f', file);
    const broken = Object.entries(rules).flatMap(([rule, findings]) =>
      (allowed[name] ?? []).includes(rule) ? [] : findings(objects).map((finding) => `${rule}: ${finding}`),
    );
    expect(broken).toEqual([]);
  });

  describe('a rule finds what breaks it', () => {
    let good: Rendered[];
    beforeAll(async () => {
      good = await render(
        '-f',
        presets().find((file) => file.endsWith('prod.yaml'))!,
      );
    });

    test.each(Object.keys(rules))('%s', (rule) => {
      const objects = structuredClone(good);
      breakages[rule]!(objects);
      expect(rules[rule]!(objects)).not.toEqual([]);
      expect(rules[rule]!(good)).toEqual([]);
    });
  });
});
