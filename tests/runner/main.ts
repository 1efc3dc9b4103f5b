import { runCommand } from '@dripline/launcher/run-command';
import { cluster } from '../chart/cluster/cluster';
import { faults } from '../faults/faults';
import { fuzz } from '../fuzz/fuzz';
import { previous } from '../upgrade/upgrade';
import { histories } from './histories';
import { lighthouse } from './lighthouse';
import { screenshots } from './screenshots';
import { test } from './test';

runCommand({ test, faults, fuzz, histories, lighthouse, screenshots, cluster, upgrade: previous });
