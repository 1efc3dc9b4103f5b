import { runCommand } from '@dripline/launcher/run-command';
import { bench } from './bench';
import { load } from './load';

runCommand({ bench, load });
