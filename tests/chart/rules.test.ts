import { basename } from 'node:path';
import { presets } from '@dripline/tools/chart/render-chart';
import { violations } from './testing/rule-violations';
import { render, type Rendered, reportMissingHelm, withHelm } from './testing/objects';
import { rules } from './testing/rules';

jest.setTimeout(60_000);
reportMissingHelm();

// A development cluster has one pod of each service.
const allowed: Record<string, string[]> = { 'dev.yaml': ['minimum-replicas'] };

withHelm('the chart', () => {
  test.each(presets().map((file) => [basename(file), file]))('complies with all rules with %s', async (name, file) => {
    const objects = await render('-f', file);
    const violations = Object.entries(rules).flatMap(([rule, findings]) =>
      (allowed[name] ?? []).includes(rule) ? [] : findings(objects).map((finding) => `${rule}: ${finding}`),
    );
    expect(violations).toEqual([]);
  });

  describe('each rule detects a violation', () => {
    let good: Rendered[];
    beforeAll(async () => {
      good = await render(
        '-f',
        presets().find((file) => file.endsWith('prod.yaml'))!,
      );
    });

    test.each(Object.keys(rules))('%s', (rule) => {
      const objects = structuredClone(good);
      violations[rule]!(objects);
      expect(rules[rule]!(objects)).not.toEqual([]);
      expect(rules[rule]!(good)).toEqual([]);
    });
  });
});
