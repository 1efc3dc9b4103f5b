import { runCommand } from '@dripline/launcher/run-command';
import { check } from './check/check';
import { codegen } from './chart/chart-readme';
import { docs } from './docs';
import { images } from './images/images';

runCommand({ check, codegen, docs, images });
