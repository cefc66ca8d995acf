/** The application in a process of its own, to be killed: `node servir-hijo.ts FOLDER` says its entry, and another one for each line that it is told. */
import { createInterface } from 'node:readline';
import { servirAplicacion } from '#hosts/loopback/abrir.ts';

const app = await servirAplicacion({ CONCILIADOR_HOME: process.argv[2] });
const decir = (): void => {
  process.stdout.write(`${app.entrada()}\n`);
};
decir();
createInterface(process.stdin).on('line', decir);
