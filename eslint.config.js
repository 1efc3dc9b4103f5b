const js = require('@eslint/js');
const { createTypeScriptImportResolver } = require('eslint-import-resolver-typescript');
const { importX } = require('eslint-plugin-import-x');
const jsxA11y = require('eslint-plugin-jsx-a11y');
const reactHooks = require('eslint-plugin-react-hooks');
const globals = require('globals');
const tseslint = require('typescript-eslint');
const { builtinModules } = require('node:module');

/** Domain folders of the GraphQL server. */
const nouns = ['clients', 'campaigns', 'landing', 'leads', 'sms', 'files', 'sessions', 'stats', 'usage', 'outbox'];
/** Bundled into the GraphQL server's build: nothing of it is installed where that runs. */
const playground = 'services/graphql/playground';
/** What only one file or folder may import. */
const gated = [
  { name: '@temporalio/client', only: 'services/graphql/src/outbox' },
  { name: '@google-cloud/storage', only: 'services/graphql/src/files/gcs-store.ts' },
  { name: 'twilio', only: 'services/workflows/src/twilio-provider.ts' },
];
const gatedRule = ['error', { paths: gated.map(({ name, only }) => ({ name, message: `Only ${only} imports it.` })) }];

module.exports = tseslint.config(
  {
    ignores: [
      '**/dist/',
      '**/node_modules/',
      '.data/',
      'services/contract/src/generated.ts',
      'services/contract/src/persisted-operations.ts',
      'coverage/',
    ],
  },
  js.configs.recommended,
  { files: ['**/*.js'], languageOptions: { sourceType: 'commonjs', globals: globals.node } },
  { files: ['**/*.mjs'], languageOptions: { globals: globals.node } },
  { files: ['web/public/**/*.js'], languageOptions: { sourceType: 'script', globals: globals.browser } },
  { files: ['k8s/**/*.js'], languageOptions: { sourceType: 'module', globals: { __ENV: 'readonly' } } },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommended],
    plugins: { 'import-x': importX },
    languageOptions: { parserOptions: { projectService: { allowDefaultProject: [] }, tsconfigRootDir: __dirname } },
    settings: {
      'import-x/parsers': { '@typescript-eslint/parser': ['.ts', '.tsx'] },
      'import-x/resolver-next': [
        createTypeScriptImportResolver({ project: ['services/*/tsconfig.json', 'web/tsconfig.json'] }),
      ],
    },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // One fence each of docs/decisions and CONTRIBUTING: imports stay in their workspace, and go one way.
      'import-x/no-relative-packages': 'error',
      'import-x/no-cycle': ['error', { ignoreExternal: true }],
      'import-x/no-extraneous-dependencies': [
        'error',
        {
          devDependencies: [
            '**/*.test.{ts,tsx}',
            '**/testing/**',
            'web/vite*.config.ts',
            'web/e2e/**',
            `${playground}/**`,
          ],
        },
      ],
      'no-restricted-imports': gatedRule,
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Only env.ts reads the environment.' },
      ],
    },
  },
  // TypeORM's relations point both ways; Relation<> and import order keep that safe.
  { files: ['services/graphql/src/**/*.entity.ts'], rules: { 'import-x/no-cycle': 'off' } },
  ...gated.map(({ only }) => ({
    files: [only.endsWith('.ts') ? only : `${only}/**/*.ts`],
    rules: { 'no-restricted-imports': 'off' },
  })),
  {
    files: ['**/env.ts', '**/*.test.{ts,tsx}', '**/testing/**', 'web/e2e/**', 'web/vite*.config.ts'],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    files: ['services/workflows/src/**/*.workflow.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        { paths: builtinModules.flatMap((name) => [name, `node:${name}`]).filter((name) => !name.endsWith('assert')) },
      ],
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: ['./activities', './env', './log', './*-provider'],
              allowTypeImports: true,
              message: 'A workflow takes types from there, no code.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['web/**/*.{ts,tsx}', `${playground}/**/*.{ts,tsx}`],
    plugins: { 'react-hooks': reactHooks, 'jsx-a11y': jsxA11y },
    rules: {
      ...reactHooks.configs.recommended.rules,
      ...jsxA11y.flatConfigs.recommended.rules,
      'react-hooks/set-state-in-effect': 'off',
    },
  },
  {
    files: ['services/{contract,graphql,rest-facade,workflows}/src/**/*.ts', 'web/server/**/*.ts'],
    ignores: ['**/*.test.ts', '**/testing/**', 'services/contract/src/http-server.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...[
          'ImportDeclaration[source.value=/^(node:)?(https?|net|tls|http2)$/] > ImportSpecifier[imported.name="createServer"]',
          'CallExpression[callee.object.name=/^(https?|net|tls|http2)$/][callee.property.name="createServer"]',
          'CallExpression[callee.object.name="app"][callee.property.name="listen"]',
        ].map((selector) => ({
          selector,
          message: 'Only contract/http-server makes servers: it has the limits of time.',
        })),
      ],
    },
  },
  { files: ['**/*.test.{ts,tsx}', '**/testing/**'], languageOptions: { globals: globals.jest } },
  // Another noun's folder gives its entity and its rules (`verb-noun.ts`), never its inputs or resolvers.
  {
    files: ['services/graphql/src/*/**/*.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        { patterns: nouns.flatMap((noun) => [`../${noun}/*.resolver`, `../${noun}/*.inputs`]) },
      ],
    },
  },
  {
    files: ['web/src/features/**/*.{ts,tsx}'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        { patterns: [{ regex: '^\\.\\./(?!\\.\\./)|/pages/', message: 'Features meet only in a page.' }] },
      ],
    },
  },
  {
    files: ['web/src/ui/**/*.{ts,tsx}', 'web/src/words/**/*.ts', 'web/src/format.ts', 'web/src/paths.ts'],
    rules: { '@typescript-eslint/no-restricted-imports': ['error', { patterns: ['**/features/**', '**/pages/**'] }] },
  },
  {
    files: ['web/src/landing/**/*.{ts,tsx}'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        { patterns: ['@chakra-ui/*', '@apollo/*', '**/features/**', '**/pages/**', '**/ui/**'] },
      ],
    },
  },
);
