const path = require('node:path');

const transform = {
  '\\.[jt]sx?$': [
    '@swc/jest',
    {
      jsc: {
        parser: { syntax: 'typescript', tsx: true, decorators: true },
        transform: {
          legacyDecorator: true,
          decoratorMetadata: true,
          useDefineForClassFields: false,
          react: { runtime: 'automatic' },
        },
        target: 'es2024',
      },
      module: { type: 'commonjs' },
      sourceMaps: 'inline',
    },
  ],
};

const project = (name, folder, more = {}) => ({
  displayName: name,
  rootDir: path.join(__dirname, folder),
  testMatch: ['<rootDir>/**/*.test.{ts,tsx}'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  modulePathIgnorePatterns: ['/dist/'],
  testEnvironment: 'node',
  transform,
  // Tests run the sources of every workspace, not its build.
  moduleNameMapper: {
    '^@dripline/(tools|tests|bench)/(.*)$': path.join(__dirname, '$1/$2.ts'),
    '^@dripline/([^/]+)/(.*)$': path.join(__dirname, 'services/$1/src/$2.ts'),
  },
  ...more,
});

const e2e = path.join(__dirname, 'tests/e2e');

/** One project per workspace; `npm test -- --selectProjects graphql` runs one. */
module.exports = {
  maxWorkers: 2,
  testTimeout: 60_000,
  projects: [
    project('contract', 'services/contract'),
    project('runtime', 'services/runtime'),
    project('graphql', 'services/graphql', {
      setupFiles: ['reflect-metadata'],
    }),
    project('rest-facade', 'services/rest-facade'),
    project('workflows', 'services/workflows'),
    project('launcher', 'services/launcher'),
    project('twilio-emulator', 'services/twilio-emulator'),
    project('web', 'web'),
    project('tools', 'tools'),
    project('system', 'tests', { testPathIgnorePatterns: ['/node_modules/', '/dist/', '<rootDir>/e2e/'] }),
    project('e2e', 'tests/e2e', {
      globalSetup: path.join(e2e, 'testing/global-setup.ts'),
      globalTeardown: path.join(e2e, 'testing/global-teardown.ts'),
      setupFilesAfterEnv: [path.join(e2e, 'testing/jest-setup.ts')],
    }),
    // `npm run record:histories` alone makes them anew.
    ...(process.env.HISTORIES
      ? [project('histories', 'services/workflows', { testMatch: ['<rootDir>/src/testing/record-histories.ts'] })]
      : []),
    // `npm run screenshots` alone asks for pictures.
    ...(process.env.SCREENSHOTS
      ? [project('screenshots', 'tests/e2e', { testMatch: ['<rootDir>/screenshots.ts'] })]
      : []),
    // `npm run lighthouse` alone takes its time.
    ...(process.env.LIGHTHOUSE ? [project('lighthouse', 'tests/e2e', { testMatch: ['<rootDir>/lighthouse.ts'] })] : []),
  ],
};
