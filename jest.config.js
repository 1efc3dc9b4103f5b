const path = require('node:path');

const swcOptions = require('./tools/bootstrap/swc.json');

const transform = { '\\.[jt]sx?$': ['@swc/jest', { ...swcOptions, sourceMaps: 'inline' }] };

const moduleNameMapper = {
  '^@dripline/(tools|tests|bench)/(.*)$': path.join(__dirname, '$1/$2.ts'),
  '^@dripline/([^/]+)/(.*)$': path.join(__dirname, 'services/$1/src/$2.ts'),
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
  moduleNameMapper,
  ...more,
});

/** One project per workspace; `npm test -- --selectProjects graphql` runs one. Playwright runs tests/e2e. */
module.exports = {
  maxWorkers: 2,
  // Modules of finished tests stay in memory, and a worker has at most 4 GB.
  workerIdleMemoryLimit: '2GB',
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
    project('web', 'web', {
      // React Router, what it uses, and TanStack Table have no CommonJS build, and one of its server files uses `import.meta`.
      setupFiles: ['<rootDir>/src/testing/setup.ts'],
      transformIgnorePatterns: ['/node_modules/(?!react-router/|@remix-run/|cookie-es/|@tanstack/)'],
      transform: { '\\.(m?js|tsx?)$': transform['\\.[jt]sx?$'] },
      moduleNameMapper: {
        ...moduleNameMapper,
        '^\\./routeModules\\.js$|\\.css(\\?url)?$': '<rootDir>/src/testing/empty-module.ts',
      },
    }),
    project('tools', 'tools'),
    project('system', 'tests'),
    // `npm run record:histories` alone makes them anew.
    ...(process.env.HISTORIES
      ? [project('histories', 'services/workflows', { testMatch: ['<rootDir>/src/testing/record-histories.ts'] })]
      : []),
  ],
};
