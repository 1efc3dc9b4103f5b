import { runCommand } from '@dripline/launcher/run-command';
import { check } from './check/check';
import { images } from './images/images';

runCommand({ check, images });
