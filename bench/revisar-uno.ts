/** One review of one file in this process, for `revisar.ts`; `enviado`: every coupon of it was sent before. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cuenta } from '#app/accounts/account.ts';
import { createEnviados } from '#app/compose/enviados.ts';
import { crearLibros } from '#app/compose/libros.ts';
import { crearRevisiones } from '#app/compose/revisiones.ts';
import { createImport } from '#app/import/index.ts';
import { createPlantillas } from '#app/import/plantillas.ts';
import { createRevision } from '#app/revision/index.ts';
import { dataFolder } from '#platform/data-folder.ts';
import { createMemorySecrets } from '#platform/secrets/secret-store.ts';
import { systemClock as clock } from '#platform/system-clock.ts';
import { createImportRunner, IMPORT_WORKER_URL } from '#workbook/import/run.ts';
import { begin, report } from './leer-xlsx-medir.ts';

/** As `importar-uno.ts` reads it. */
const MAPEAR = {
  terminal: '',
  wallet_referencia: '',
  wallet_tipo_operacion: '',
  auxiliar_4: 'terminal',
  auxiliar_5: 'wallet_referencia',
};
const [archivo = '', enviado] = process.argv.slice(2);
const cuenta: Cuenta = {
  id: '0123456789abcdef',
  nombre: 'banco',
  url: 'http://127.0.0.1:1/',
  tipo: 'api',
  apiKey: 'k',
  deEntorno: false,
};
const nobody = (): never => {
  throw new Error('nothing is sent here');
};
const carpeta = mkdtempSync(join(tmpdir(), 'revision-'));
try {
  const datos = dataFolder(carpeta);
  const libros = crearLibros({ datos, clock, random: Math.random, onAviso: () => undefined });
  const revisiones = crearRevisiones(datos);
  const importacion = createImport({
    runner: createImportRunner({ workerUrl: IMPORT_WORKER_URL, clock }),
    plantillas: createPlantillas(datos.plantillas),
    clock,
  });
  const context = { signal: new AbortController().signal, onProgress: () => undefined };
  if (enviado !== undefined) {
    const libro = await libros.abrir(cuenta);
    const carga = libro.crearBorrador({ cuenta: cuenta.id, archivos: [archivo] });
    const sink = ({ filas, textos }: { filas: readonly number[]; textos: readonly string[] }): void => {
      libro.agregarCupones(
        carga,
        textos.map((texto, i) => ({ archivo: 0, hoja: null, fila: filas[i] ?? 0, texto })),
      );
    };
    await importacion.importar([archivo], { mapear: MAPEAR, sink }, context);
    libro.congelar(carga, { marcador: 'ninguno', nonce: 'n' });
  }
  const revision = createRevision({
    elegir: () => Promise.resolve(cuenta),
    revisiones,
    libros,
    enviados: createEnviados({ libros, resultados: { existente: () => Promise.resolve(undefined) } }),
    importacion,
    llavero: createMemorySecrets(),
    conciliar: nobody,
    clock,
    random: Math.random,
  });
  const { revision: nombre } = await revision.empezar({ archivos: [archivo] }, context);
  await revision.columnas({ revision: nombre, archivo: 0, mapear: MAPEAR }, context);
  const start = begin();
  const { resumen } = await revision.leer({ revision: nombre }, context);
  await revision.filas({ revision: nombre, filtro: 'todas', desde: 0, limite: 100 }, context);
  const enviados = resumen?.enviados.reduce((sum, { cupones }) => sum + cupones, 0) ?? 0;
  report(start, `${String(resumen?.listas)} of ${String(resumen?.filas)}, ${String(enviados)} sent before`);
  revisiones.cerrar();
  libros.cerrar();
} finally {
  rmSync(carpeta, { recursive: true });
}
