import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { recipes, slotRecipes } from '@chakra-ui/react/theme';
import { chakraBaseConfig } from './chakra-recipes';

const source = join(__dirname, '../..');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));

const code = files.map((file) => readFileSync(join(source, file), 'utf8'));
const recipeName = (component: string) => component.charAt(0).toLowerCase() + component.slice(1);

/** The Chakra components that the app imports, by the names of their recipes. */
const used = new Set(
  code
    .flatMap((text) => [...text.matchAll(/import \{([^}]*)\} from '@chakra-ui\/react'/g)])
    .flatMap(([, names]) => names!.split(','))
    .map((name) => recipeName(name.trim().split(' ')[0]!)),
);
/** Those that bring their own recipe or have none, because only code that is loaded on demand uses them. */
const independent = new Set(
  code
    .flatMap((text) => [...text.matchAll(/<(\w+)\.Root\s[^>]*?\b(?:recipe=|unstyled\b)/g)])
    .map(([, name]) => recipeName(name!)),
);
const styled = (theme: { recipes: object; slotRecipes: object }) =>
  Object.keys({ ...theme.recipes, ...theme.slotRecipes });

test('the theme contains the recipe of every Chakra component that the app imports, or the component needs none', () => {
  expect([...independent].sort()).toEqual(['collapsible', 'drawer', 'fileUpload', 'listbox', 'menu']);
  const required = styled({ recipes, slotRecipes }).filter((name) => used.has(name) && !independent.has(name));
  expect(required.length).toBeGreaterThan(15);
  expect(styled(chakraBaseConfig.theme)).toEqual(expect.arrayContaining(required));
});
