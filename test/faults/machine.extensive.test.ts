import process from 'node:process';
import { describe, test } from 'vitest';
import { suspendDuringUpload } from './processes/suspend.ts';

if (process.platform === 'win32') process.stderr.write('Skipped: Windows stops no process with a signal.\n');

/** Longer than one request may take (30 s), and than a batch may take to be stored (two minutes). */
const STOPPED_MS = 150_000;

describe('a laptop whose lid is closed in the middle of an upload', () => {
  test.skipIf(process.platform === 'win32').concurrent.each(['antes', 'despues', 'a_medias'] as const)(
    'for minutes (%s) goes on when it is opened, with nothing lost or doubled',
    (when) => suspendDuringUpload({ cuando: when, stoppedMs: STOPPED_MS }),
  );
});
