import { chancesToBeBest, type Outcome } from './chance-to-be-best';
import { viewsNeeded, WINNING_CHANCE } from './plan-ab-test';
import { pickFrom, seeds } from '../testing/seeds';

const outcome = (views: number, successes: number): Outcome => ({ views, successes });

/**
 * The closed form for two variants with whole numbers, which was published by Evan Miller, "Formulas for Bayesian A/B
 * Testing" (2015): the chance that the second is better.
 */
function chanceOfSecond(first: Outcome, second: Outcome): number {
  const [a1, b1] = [first.successes + 1, first.views - first.successes + 1];
  const [a2, b2] = [second.successes + 1, second.views - second.successes + 1];
  let sum = 0;
  for (let i = 0; i < a2; i += 1)
    sum += Math.exp(logBeta(a1 + i, b1 + b2) - Math.log(b2 + i) - logBeta(1 + i, b2) - logBeta(a1, b1));
  return sum;
}
const logFactorials = [0];
for (let n = 1; n <= 200_000; n += 1) logFactorials.push(logFactorials[n - 1]! + Math.log(n));
const logBeta = (a: number, b: number) => logFactorials[a - 1]! + logFactorials[b - 1]! - logFactorials[a + b - 1]!;

describe('the chance to be best', () => {
  it.each([
    [outcome(0, 0), outcome(0, 0)],
    [outcome(10, 1), outcome(12, 4)],
    [outcome(1_000, 100), outcome(1_000, 120)],
    [outcome(50_000, 2_500), outcome(90, 7)],
    [outcome(90_000, 4_500), outcome(90_000, 4_700)],
    [outcome(500, 500), outcome(500, 499)],
    [outcome(5_000, 0), outcome(5_000, 1)],
  ])('is that of the published formula for %j and %j', (first, second) => {
    const [one, other] = chancesToBeBest([first, second]);
    expect(Math.abs(other! - chanceOfSecond(first, second))).toBeLessThan(0.001);
    expect(one! + other!).toBeCloseTo(1, 3);
  });

  it('is shared by equal variants, and follows the order of the rates', () => {
    for (const share of chancesToBeBest(Array.from({ length: 4 }, () => outcome(500, 50))))
      expect(share).toBeCloseTo(0.25, 3);
    const chances = chancesToBeBest([outcome(2_000, 90), outcome(2_000, 100), outcome(2_000, 130)]);
    expect(chances).toEqual([...chances].sort((one, other) => one - other));
    expect(chances.reduce((sum, chance) => sum + chance)).toBeCloseTo(1, 3);
  });

  it('is a number also when more leads than views were counted', () => {
    for (const chance of chancesToBeBest([outcome(0, 3), outcome(2, 1), outcome(1_000_000, 0)]))
      expect(chance).toBeGreaterThanOrEqual(0);
  });
});

describe('the number of views', () => {
  it('is that of the usual formula, for the usual certainty of 95%', () => {
    // Evan Miller's sample size calculator: 20%, an absolute difference of 5%, power 80%, significance 5%.
    expect(viewsNeeded(0.2, 0.25, 1.96)).toBeGreaterThanOrEqual(1_025);
    expect(viewsNeeded(0.2, 0.25, 1.96)).toBeLessThanOrEqual(1_095);
  });

  it.each(seeds())(
    'names a false winner in at most 5% of 1,000 tests, and a real one in most (seed %i)',
    (seed) => {
      const pick = pickFrom(seed);
      const sample = (views: number, rate: number) => {
        let successes = 0;
        for (let view = 0; view < views; view += 1) if (pick(1_000) < rate * 1_000) successes += 1;
        return outcome(views, successes);
      };
      const winnersOf = (tests: number, rates: number[]) => {
        const views = viewsNeeded(rates[0]!, 0.5);
        const winners = Array.from({ length: tests }, () =>
          chancesToBeBest(rates.map((rate) => sample(views, rate))).findIndex((chance) => chance >= WINNING_CHANCE),
        );
        return winners.filter((winner) => winner >= 0);
      };
      expect(winnersOf(1_000, [0.1, 0.1]).length).toBeLessThanOrEqual(50);
      expect(winnersOf(300, [0.1, 0.1, 0.1, 0.1]).length).toBeLessThanOrEqual(15);
      const found = winnersOf(300, [0.1, 0.15]);
      expect(found.length).toBeGreaterThanOrEqual(210);
      expect(found.filter((winner) => winner === 0).length).toBeLessThanOrEqual(3);
    },
    60_000,
  );
});
