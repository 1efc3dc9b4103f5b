/** @jest-environment jsdom */
import { Button, ChakraProvider } from '@chakra-ui/react';
import { CacheProvider } from '@emotion/react';
import { render, screen } from '@testing-library/react';
import { styleCache } from './style-cache';
import { themeSystem } from './theme';

/** Returns the rules of the button of this name, by sheet. */
function rulesOf(name: string): string[][] {
  const styleClass = /css-\w+/.exec(screen.getByRole('button', { name }).className)![0];
  return [...document.styleSheets]
    .map(({ cssRules }) =>
      [...cssRules]
        .filter(({ cssText }) => cssText.includes(styleClass))
        .map(({ cssText }) => cssText.replaceAll(styleClass, 'button')),
    )
    .filter(({ length }) => length > 0);
}

test('styles win over the recipe by specificity, those in @media by order, and each render adds a sheet', async () => {
  const withButtons = (...names: string[]) => (
    <CacheProvider value={styleCache}>
      <ChakraProvider value={themeSystem}>
        {names.map((name, index) => (
          <Button key={name} aria-label={name} width={`${index}px`} color={{ base: 'red', md: 'blue' }} />
        ))}
      </ChakraProvider>
    </CacheProvider>
  );
  const { rerender } = render(withButtons('First'));
  const sheetCount = document.styleSheets.length;
  const [styles, recipe, ...others] = rulesOf('First');
  expect(others).toEqual([]);
  expect(styles).toEqual([expect.stringMatching(/^\.button:not\(#\\#\) \{.*color: red;/)]);
  expect(recipe).toEqual([
    expect.stringMatching(/^@media all \{\.button \{display: inline-flex;/),
    expect.stringMatching(/^@media screen and \(min-width: 48rem\) \{\.button:not\(#\\#\) \{color: blue;/),
  ]);
  await Promise.resolve();
  rerender(withButtons('First', 'Second'));
  expect(document.styleSheets).toHaveLength(sheetCount + 1);
  expect(rulesOf('Second')[1]).toHaveLength(2);
});
