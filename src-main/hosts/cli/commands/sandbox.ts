import { once } from 'node:events';
import { systemClock } from '#platform/system-clock.ts';
import { serveSandbox } from '#app/demo/sandbox.ts';
import { pickGiven, getNumberOption, getTextOptions, type Command } from '../command.ts';
import { writeDocument, writeText } from '../terminal.js';

/** `sandbox`: serves the example API until it is stopped; the first line has its address and credentials (docs/cli.md). */
export const sandbox: Command = async (request, { signal }) => {
  const served = await serveSandbox(
    pickGiven({
      puerto: getNumberOption(request, 'puerto'),
      semilla: getNumberOption(request, 'semilla'),
      operaciones: getNumberOption(request, 'operaciones'),
      rasgos: getTextOptions(request.opciones['rasgo'], 'rasgo'),
      datos: getTextOptions(request.opciones['datos'], 'datos'),
    }),
    systemClock,
  );
  const { close: closeAll, ...access } = served;
  writeDocument(process.stdout, access);
  writeText(process.stderr, 'Sirviendo la API de ejemplo. Ctrl-C para terminar.\n');
  if (!signal.aborted) await once(signal, 'abort');
  await closeAll();
  return 0;
};
