/** The application in a process of its own, to be killed: `node servir-hijo.ts FOLDER` says its entry on the first line. */
import { servirAplicacion } from '#hosts/loopback/abrir.ts';

const app = await servirAplicacion({ CONCILIADOR_HOME: process.argv[2] });
process.stdout.write(`${app.entrada()}\n`);
