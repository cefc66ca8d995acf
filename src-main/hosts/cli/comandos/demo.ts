import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureFolder } from '#platform/data-folder.ts';
import { systemClock } from '#platform/system-clock.ts';
import { EJEMPLO, sandboxDelEjemplo } from '#app/demo/ejemplo.ts';
import { servirSandbox } from '#app/demo/sandbox.ts';
import { conAplicacion } from '../aplicacion.ts';
import { cargaEnLineas } from '../carga-texto.ts';
import { salidaDe, texto, type Comando, type Entorno } from '../comando.ts';
import { writeText } from '../terminal.js';
import { validacionEnLineas } from '../validacion-texto.ts';

/** Small, so that the example goes up in several batches. */
const POR_TANDA = 100;
/** The sandbox matches at once: the result is stable sooner than a real service's. */
const ESTABLE_SECONDS = 1;

/** `demo`: the whole job on the embedded sandbox with the example workbook. Its data folder is its own, and goes when it ends. */
export const demo: Comando = async (pedido, entorno) => {
  const { consola } = entorno;
  const carpeta = path.resolve(texto(pedido, 'carpeta') ?? '.');
  await ensureFolder(carpeta);
  const home = await mkdtemp(path.join(tmpdir(), 'conciliador-demo-'));
  const servido = await servirSandbox(sandboxDelEjemplo(systemClock.now()), systemClock);
  try {
    consola.aviso(`Servicio de ejemplo en ${servido.url}; planilla de ejemplo: ${EJEMPLO.archivo}`);
    return await conAplicacion(conSandbox(entorno, servido, home), async (app) => {
      const documentos = await app.llamar('archivos.validar', { archivos: [EJEMPLO.archivo], cupones: false });
      if (!consola.json) {
        for (const linea of documentos.flatMap((documento) => validacionEnLineas(documento)))
          writeText(process.stdout, `${linea}\n`);
        writeText(process.stdout, '\n');
      }
      const documento = await app.llamar('cargas.conciliar', {
        archivos: [EJEMPLO.archivo],
        omitirErrores: true,
        porTanda: POR_TANDA,
        estable: ESTABLE_SECONDS,
        carpeta,
      });
      consola.resultado(documento, () => cargaEnLineas(documento));
      return salidaDe(documento);
    });
  } finally {
    await servido.cerrar();
    await rm(home, { recursive: true, force: true });
  }
};

/** The same environment with the sandbox's account and a data folder that nobody else uses. */
const conSandbox = (
  entorno: Entorno,
  { url, apiKey, apiSecret }: { url: string; apiKey: string; apiSecret: string },
  home: string,
): Entorno => ({
  ...entorno,
  env: {
    CONCILIADOR_HOME: home,
    CONCILIADOR_URL: url,
    CONCILIADOR_API_KEY: apiKey,
    CONCILIADOR_API_SECRET: apiSecret,
  },
});
