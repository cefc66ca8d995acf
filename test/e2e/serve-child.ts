/** The application in a process of its own, to be killed: `node serve-child.ts FOLDER` says its entry, and another one for each line that it is told. */
import { createInterface } from 'node:readline';
import { serveApp } from '#hosts/loopback/open.ts';

const app = await serveApp({ CONCILIADOR_HOME: process.argv[2] });
const tell = (): void => {
  process.stdout.write(`${app.entryUrl()}\n`);
};
tell();
createInterface(process.stdin).on('line', tell);
