import { systemClock } from '#platform/system-clock.ts';
import { servirSandbox } from '#app/demo/sandbox.ts';
import { dados, numero, textos, type Comando } from '../comando.ts';
import { writeDocument, writeText } from '../terminal.js';

/** `sandbox`: serves the example API until stopped; the first line says where and how one enters (docs/cli.md). */
export const sandbox: Comando = async (pedido, { signal }) => {
  const servido = await servirSandbox(
    dados({
      puerto: numero(pedido, 'puerto'),
      semilla: numero(pedido, 'semilla'),
      operaciones: numero(pedido, 'operaciones'),
      rasgos: textos(pedido.opciones['rasgo'], 'rasgo'),
    }),
    systemClock,
  );
  const { cerrar, ...acceso } = servido;
  writeDocument(process.stdout, acceso);
  writeText(process.stderr, 'Sirviendo la API de ejemplo. Ctrl-C para terminar.\n');
  if (!signal.aborted) {
    await new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }
  await cerrar();
  return 0;
};
