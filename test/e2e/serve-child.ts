/** The application in a process of its own, which tests kill. `node serve-child.ts FOLDER` prints an entry, and a new one for each line of its input. */
import { createInterface } from 'node:readline';
import { serveApp } from '#hosts/loopback/open.ts';
import { clock } from './clock.ts';

const app = await serveApp({ CONCILIADOR_HOME: process.argv[2] }, clock);
const tell = (): void => {
  process.stdout.write(`${app.entryUrl()}\n`);
};
tell();
createInterface(process.stdin).on('line', tell);
