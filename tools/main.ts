import { runCommand } from '@dripline/launcher/run-command';
import { check } from './check/check';
import { sbom } from './check/sbom';
import { images } from './images/images';

runCommand({ check, images, sbom });
