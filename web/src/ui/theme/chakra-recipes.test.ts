import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { recipes, slotRecipes } from '@chakra-ui/react/theme';
import { chakraBaseConfig } from './chakra-recipes';

const source = join(__dirname, '../..');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));

/** The Chakra components that the app imports, by the names of their recipes. */
const used = new Set(
  files
    .flatMap((file) => [
      ...readFileSync(join(source, file), 'utf8').matchAll(/import \{([^}]*)\} from '@chakra-ui\/react'/g),
    ])
    .flatMap(([, names]) => names!.split(','))
    .map((name) => name.trim().split(' ')[0]!)
    .map((name) => name.charAt(0).toLowerCase() + name.slice(1)),
);
const styled = (theme: { recipes: object; slotRecipes: object }) =>
  Object.keys({ ...theme.recipes, ...theme.slotRecipes });

test('the theme contains the recipe of every Chakra component that the app imports', () => {
  const required = styled({ recipes, slotRecipes }).filter((name) => used.has(name));
  expect(required.length).toBeGreaterThan(15);
  expect(styled(chakraBaseConfig.theme)).toEqual(expect.arrayContaining(required));
});
