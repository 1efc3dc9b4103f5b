import { runCommand } from '@dripline/launcher/run-command';
import { bench } from './bench';
import { load } from './load';
import { scale } from './scale/scale';

runCommand({ bench, load, scale });
