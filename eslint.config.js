const graphql = require('@graphql-eslint/eslint-plugin').default;
const js = require('@eslint/js');
const { createTypeScriptImportResolver } = require('eslint-import-resolver-typescript');
const { importX } = require('eslint-plugin-import-x');
const jsxA11y = require('eslint-plugin-jsx-a11y');
const reactHooks = require('eslint-plugin-react-hooks');
const globals = require('globals');
const tseslint = require('typescript-eslint');
const { readdirSync } = require('node:fs');
const { builtinModules } = require('node:module');
const { join } = require('node:path');

const foldersIn = (path) =>
  readdirSync(join(__dirname, path), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? entry.name : [],
  );

/**
 * Names with a term that `tools/prose/terms.json` replaces do not match, such as a variable named after such a term.
 */
const terms = require('./tools/prose/terms.json').flatMap(([term]) => (/^[a-z][^\s\\]*$/.test(term) ? [term] : []));
const forbiddenWords = terms.flatMap((term) => [`(?:^|[^a-zA-Z])${term}`, term[0].toUpperCase() + term.slice(1)]);
const standardName = `^(?!.*(?:${forbiddenWords.join('|')})(?![a-z]))`;

const testFiles = ['**/*.test.{ts,tsx}', '**/testing/**/*.{ts,tsx}'];

/** Workspaces that each workspace may import, beside itself. tests/ and bench/ may import any. */
const directions = {
  'services/contract': [],
  'services/runtime': ['contract'],
  'services/graphql': ['contract', 'runtime'],
  'services/rest-facade': ['contract', 'runtime'],
  'services/workflows': ['contract', 'runtime'],
  'services/launcher': ['contract'],
  'services/twilio-emulator': ['contract', 'runtime'],
  web: ['contract', 'runtime'],
  tools: ['contract', 'runtime', 'launcher'],
};
const directionZones = Object.entries(directions).flatMap(([target, allowed]) => {
  const own = target.replace('services/', '');
  const message = `${target} imports ${allowed.join(', ') || 'no other workspace'} (CONTRIBUTING.md, "Where code lives").`;
  return [
    {
      target: `./${target}`,
      from: './services',
      except: [...allowed, own].map((name) => `./${name}`),
      message,
    },
    ...['web', 'tests', 'tools', 'bench']
      .filter((name) => name !== own)
      .map((name) => ({ target: `./${target}`, from: `./${name}`, message })),
  ];
});

/** What each part of the web app may not import. */
const webLayers = {
  ui: ['app', 'pages', 'features', 'shared', 'messages', 'landing'],
  messages: ['app', 'pages', 'features', 'shared', 'landing'],
  shared: ['app', 'pages', 'features', 'landing'],
  features: ['app', 'pages'],
  landing: ['app', 'pages', 'features', 'ui'],
};
const webZones = [
  ...Object.entries(webLayers).flatMap(([layer, forbidden]) =>
    forbidden.map((name) => ({
      target: `./web/src/${layer}`,
      from: `./web/src/${name}`,
      // Formatting of numbers and times is presentation, too.
      except: layer === 'ui' && name === 'shared' ? ['./format.ts'] : [],
      message: `${layer}/ does not import ${name}/.`,
    })),
  ),
  ...foldersIn('web/src/features').map((feature) => ({
    target: `./web/src/features/${feature}`,
    from: './web/src/features',
    except: [`./${feature}`],
    message: 'Features meet only in a page.',
  })),
];

/** Packages that only one file or folder may import. */
const gated = [
  { name: '@temporalio/client', only: 'services/graphql/src/outbox' },
  { name: '@google-cloud/storage', only: 'services/graphql/src/files/store' },
  { name: 'twilio', only: 'services/workflows/src/provider' },
  { name: 'nodemailer', only: 'services/graphql/src/notifications/email' },
];
const gatedPaths = gated.map(({ name, only }) => ({ name, message: `Only ${only} imports it.` }));

/** Folders of the GraphQL server that are not about one noun of the domain. */
const technical = ['api', 'access', 'database', 'jobs', 'telemetry', 'testing'];
const domain = foldersIn('services/graphql/src').filter((name) => !technical.includes(name));

const serverFactories = [
  'ImportDeclaration[source.value=/^(node:)?(https?|net|tls|http2)$/] > ImportSpecifier[imported.name="createServer"]',
  'CallExpression[callee.object.name=/^(https?|net|tls|http2)$/][callee.property.name="createServer"]',
  'CallExpression[callee.object.name="app"][callee.property.name="listen"]',
];

/** The contract's schemas, and each consumer's documents with the schema that it uses. */
const { consumers, contract } = require('./tools/codegen.config.json');
const sdls = { public: contract.schema, internal: contract.internalSchema };
const documentProjects = [
  ...consumers,
  ...['services/graphql/playground/', 'tests/clients/'].map((folder) => ({ documents: [folder], output: folder })),
].map(({ schema = 'public', documents, output }) => [
  output,
  {
    schema: sdls[schema],
    documents: documents.map((path) => (path.endsWith('/') ? `${path}**/*.graphql` : path)),
  },
]);

const schemaRules = graphql.configs['flat/schema-recommended'].rules;

module.exports = tseslint.config(
  {
    ignores: [
      '**/dist/',
      '**/node_modules/',
      '.data/',
      'coverage/',
      '**/generated.ts',
      // Compiled against types that do not exist before `npm run clients` generates them.
      'tests/clients/openapi-fetch/',
      'services/contract/src/{schema,persisted-operations}.ts',
    ],
  },
  { files: ['**/*.{js,mjs,ts,tsx}'], extends: [js.configs.recommended] },
  {
    files: ['**/*.graphql'],
    plugins: { '@graphql-eslint': graphql },
    languageOptions: {
      parser: graphql.parser,
      parserOptions: { graphQLConfig: { projects: Object.fromEntries(documentProjects) } },
    },
  },
  {
    files: Object.values(sdls),
    rules: {
      ...schemaRules,
      '@graphql-eslint/naming-convention': [
        'error',
        {
          ...schemaRules['@graphql-eslint/naming-convention'][1],
          // Values are those of the REST API and the database, and `orderBy` takes names of fields.
          EnumValueDefinition: { requiredPattern: /^[a-z][a-zA-Z0-9_]*$/ },
        },
      ],
      '@graphql-eslint/require-description': [
        'error',
        {
          types: true,
          rootField: true,
          DirectiveDefinition: true,
          FieldDefinition: true,
          InputValueDefinition: true,
          EnumValueDefinition: true,
        },
      ],
      'no-restricted-syntax': [
        'error',
        { selector: '[description.value=/[^.]$/]', message: 'A description is a sentence and ends with a period.' },
      ],
      // `fileSize`, `uploadURL` and `username` are names of the product spec.
      '@graphql-eslint/no-typename-prefix': 'off',
      // Values such as statistics, and answers of mutations, are no objects with an identity.
      '@graphql-eslint/strict-id-in-types': 'off',
    },
  },
  {
    files: [contract.schema],
    rules: {
      ...graphql.configs['flat/schema-relay'].rules,
      '@graphql-eslint/relay-edge-types': [
        'error',
        // A list that cannot grow, such as the steps of a sequence, is no connection; `Node` is left out by ADR 31.
        { listTypeCanWrapOnlyEdgeType: false, shouldImplementNode: false },
      ],
    },
  },
  {
    files: ['**/*.graphql'],
    ignores: Object.values(sdls),
    rules: {
      ...graphql.configs['flat/operations-recommended'].rules,
      // The server limits the cost of each operation, and a test counts its statements.
      '@graphql-eslint/selection-set-depth': 'off',
      '@graphql-eslint/require-selections': 'off',
    },
  },
  {
    // Apollo Client keeps objects by their id. Landing pages do without it.
    files: ['web/src/**/*.graphql', 'tests/clients/*.graphql'],
    ignores: ['web/src/landing/**'],
    rules: { '@graphql-eslint/require-selections': 'error' },
  },
  { files: ['**/*.js'], languageOptions: { sourceType: 'commonjs', globals: globals.node } },
  { files: ['**/*.mjs'], languageOptions: { globals: globals.node } },
  {
    files: ['web/public/**/*.js', 'services/graphql/playground/*.js'],
    languageOptions: { sourceType: 'script', globals: globals.browser },
  },
  { files: ['k8s/**/*.js'], languageOptions: { sourceType: 'module', globals: { __ENV: 'readonly' } } },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommended],
    plugins: { 'import-x': importX },
    languageOptions: { parserOptions: { projectService: { allowDefaultProject: [] }, tsconfigRootDir: __dirname } },
    settings: {
      'import-x/parsers': { '@typescript-eslint/parser': ['.ts', '.tsx'] },
      'import-x/resolver-next': [
        createTypeScriptImportResolver({
          noWarnOnMultipleProjects: true,
          project: ['services/*/tsconfig.json', '{web,tests,tools,bench}/tsconfig.json'],
        }),
      ],
    },
    rules: {
      'id-match': ['error', standardName, { properties: true, onlyDeclarations: true }],
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'import-x/no-relative-packages': 'error',
      'import-x/no-restricted-paths': ['error', { zones: [...directionZones, ...webZones] }],
      'import-x/no-cycle': ['error', { ignoreExternal: true }],
      'import-x/no-extraneous-dependencies': [
        'error',
        {
          devDependencies: [
            ...testFiles,
            'tests/**',
            'tools/**',
            'bench/**',
            'web/vite*.config.ts',
            'services/graphql/src/api/playground/build-playground.ts',
          ],
        },
      ],
      'no-restricted-imports': ['error', { paths: gatedPaths }],
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Only env.ts reads the environment.' },
      ],
    },
  },
  // TypeORM's relations point both ways; Relation<> and import order keep that safe.
  { files: ['services/graphql/src/**/*.entity.ts'], rules: { 'import-x/no-cycle': 'off' } },
  ...gated.map(({ only }) => ({ files: [`${only}/**/*.ts`], rules: { 'no-restricted-imports': 'off' } })),
  {
    files: ['**/env.ts', ...testFiles, 'tests/**', 'web/vite*.config.ts'],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    // Browsers import the contract.
    files: ['services/contract/src/**/*.ts', 'web/src/**/*.{ts,tsx}'],
    ignores: testFiles,
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [...builtinModules, ...gated.map(({ name }) => name)],
          patterns: [{ group: ['node:*', '@dripline/runtime/*'], message: 'It runs only in Node.' }],
        },
      ],
    },
  },
  {
    files: ['services/workflows/src/**/*.workflow.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: builtinModules.flatMap((name) => [name, `node:${name}`]).filter((name) => !name.endsWith('assert')),
        },
      ],
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: ['./activities', './*-activities', './env', './log', './provider/*'],
              allowTypeImports: true,
              message: 'A workflow imports types from there, no code.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['web/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks, 'jsx-a11y': jsxA11y },
    rules: {
      ...reactHooks.configs.recommended.rules,
      ...jsxA11y.flatConfigs.recommended.rules,
      'react-hooks/set-state-in-effect': 'off',
    },
  },
  {
    files: ['services/{contract,runtime,graphql,rest-facade,workflows}/src/**/*.ts', 'web/server/**/*.ts'],
    ignores: [...testFiles, 'services/runtime/src/http/http-server.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...serverFactories.map((selector) => ({
          selector,
          message: 'Only runtime/http/http-server creates servers: it sets the time limits.',
        })),
      ],
    },
  },
  {
    // What only tests of the product need is a dependency of the root, because `npm start` does not install that.
    files: testFiles,
    rules: {
      'import-x/no-extraneous-dependencies': [
        'error',
        {
          packageDir: [
            __dirname,
            ...Object.keys(directions).map((workspace) => join(__dirname, workspace)),
            join(__dirname, 'tests'),
          ],
        },
      ],
    },
  },
  {
    files: ['web/src/**/*.{ts,tsx}'],
    ignores: ['web/src/shared/refreshed-on-open.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: "Literal[value='cache-and-network']",
          message: 'Use refreshedOnOpen, which never shows a part of the data.',
        },
      ],
    },
  },
  { files: [...testFiles, 'tests/**'], languageOptions: { globals: globals.jest } },
  {
    // A domain folder imports another's entity and its exported functions, never its resolvers or inputs.
    files: domain.map((name) => `services/graphql/src/${name}/**/*.ts`),
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: `^(\\.\\./)+(${domain.join('|')})/(.+/)?[^/]+\\.(resolver|inputs)$`,
              message: "Another noun's resolvers and inputs stay with it.",
            },
          ],
        },
      ],
    },
  },
  {
    files: ['web/src/ui/**/*.{ts,tsx}'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        { patterns: [{ group: ['@apollo/*', 'graphql'], message: 'ui/ is presentation only.' }] },
      ],
    },
  },
  {
    files: ['web/src/landing/**/*.{ts,tsx}'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        { patterns: [{ group: ['@chakra-ui/*', '@apollo/*'], message: 'The landing page is its own small bundle.' }] },
      ],
    },
  },
);
