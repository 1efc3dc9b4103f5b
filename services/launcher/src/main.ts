import { runCommand } from './run-command';
import { start } from './start';

runCommand({ start: start(false), dev: start(true) }, { endless: ['start', 'dev'] });
