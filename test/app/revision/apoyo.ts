import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test as base } from 'vitest';
import { AppError } from '#contract/errors.ts';
import type { CuponCampo } from '#domain/cupon.ts';
import type { TillBridge } from '#domain/till-bridge.ts';
import { createImport } from '#app/import/index.ts';
import { createPlantillas } from '#app/import/plantillas.ts';
import { createEnviados } from '#app/compose/enviados.ts';
import { crearLibros } from '#app/compose/libros.ts';
import { crearRevisiones } from '#app/compose/revisiones.ts';
import type { Conciliar } from '#app/conciliar/index.ts';
import { createRevision, type Revision } from '#app/revision/index.ts';
import { bridgeOf } from '#app/upload/informe-fuente.ts';
import { dataFolder } from '#platform/data-folder.ts';
import { createMemorySecrets } from '#platform/secrets/secret-store.ts';
import { systemClock } from '#platform/system-clock.ts';
import { createImportRunner, IMPORT_WORKER_URL } from '#workbook/import/run.ts';

/** 10:00 on 21/11/2026 in Buenos Aires. */
const NOW = Date.UTC(2026, 10, 21, 13);
const clock = { ...systemClock, now: () => NOW };
export const context = { signal: new AbortController().signal, onProgress: () => undefined };
const CUENTA = { id: '0123456789abcdef', nombre: 'La Espiga' };

/** Six rows: a full card number, an impossible date, an amount that is none, and the same sale twice. */
export const CSV = `Fecha;Tarjeta;Últimos 4;Comprobante;Terminal;Lote;Importe
01/11/2026;Visa;4905;00001;20014832;312;1.500,00
02/11/2026;Visa;4507990000000010;00002;20014832;312;10,00
31/11/2026;Maestro;0459;00003;20014832;313;20,00
01/11/2026;Visa;4905;00001;20014832;312;1.500,00
03/11/2026;Cabal;1234;00004;20014833;1;12.450.00
03/11/2026;Cabal;4507990000000028;00005;20014833;1;30,50
`;

const noHay = (): Promise<never> => Promise.reject(new AppError('LLAVERO_NO_DISPONIBLE'));
const sinLlavero = { get: noHay, set: noHay, delete: noHay };

interface Mundo {
  readonly revision: Revision;
  /** The same data in another run of the program. */
  readonly reabrir: () => Revision;
  /** What `enviar` put in the ledger. */
  readonly enviados: string[];
  /** The bridge of the last upload, as its report has it once every coupon was reported. */
  readonly bridgeOfLast: () => Promise<TillBridge>;
  /** Sends a coupon from somewhere else, with the same ledger. */
  readonly mandarAparte: (texto: string) => Promise<void>;
}

interface Fixtures {
  readonly carpeta: string;
  readonly archivo: (content: string, name?: string) => Promise<string>;
  readonly conLlavero: boolean;
  readonly mundo: Mundo;
}

export const test = base.extend<Fixtures>({
  carpeta: async ({}, use) => {
    const carpeta = await mkdtemp(path.join(tmpdir(), 'conciliador-revision-'));
    await use(carpeta);
    await rm(carpeta, { recursive: true });
  },
  archivo: async ({ carpeta }, use) => {
    await use(async (content, name = 'cupones.csv') => {
      await writeFile(path.join(carpeta, name), content);
      return path.join(carpeta, name);
    });
  },
  /** The machine has a keychain. */
  conLlavero: true,
  mundo: async ({ carpeta, conLlavero }, use) => {
    const datos = dataFolder(path.join(carpeta, 'datos'));
    const enviados: string[] = [];
    let bridgeOfLast = (): Promise<TillBridge> => Promise.reject(new Error('nothing was sent'));
    const llavero = conLlavero ? createMemorySecrets() : sinLlavero;
    const closers: (() => void)[] = [];
    const aparte: ((texto: string) => Promise<void>)[] = [];
    const abrir = (): Revision => {
      const libros = crearLibros({ datos, clock, random: Math.random, onAviso: () => undefined });
      const revisiones = crearRevisiones(datos);
      closers.push(libros.cerrar, revisiones.cerrar);
      aparte.push(async (texto) => {
        const libro = await libros.abrir(CUENTA as never);
        const carga = libro.crearBorrador({ cuenta: CUENTA.id, archivos: ['aparte.csv'] });
        libro.agregarCupones(carga, [{ archivo: 0, hoja: null, fila: 2, texto }]);
        libro.congelar(carga, { marcador: 'ninguno', nonce: 'n' });
      });
      const importacion = createImport({
        runner: createImportRunner({ workerUrl: IMPORT_WORKER_URL, clock }),
        plantillas: createPlantillas(datos.plantillas),
        clock,
      });
      // The upload has its own tests: here it freezes the draft that it is given and answers.
      const enviar: Conciliar['enviar'] = async (_input, leer) => {
        const libro = await libros.abrir(CUENTA as never);
        const { carga } = await leer(libro, CUENTA as never);
        libro.congelar(carga, { marcador: 'ninguno', nonce: 'n' });
        enviados.push(...libro.textos(carga, 1, 1000, []));
        bridgeOfLast = () => {
          libro.disponerSinLectura(carga, [{ desde: 1, hasta: 1000, disposicion: 'conciliado' }]);
          return Promise.resolve(bridgeOf(libro, carga));
        };
        return { carga, estado: 'ENVIANDO', codigo: 'CARGA_INTERRUMPIDA', mensaje: '', enviados: 0, pendientes: 0 };
      };
      return createRevision({
        elegir: () => Promise.resolve(CUENTA as never),
        revisiones,
        libros,
        enviados: createEnviados({ libros, resultados: { existente: () => Promise.resolve(undefined) } }),
        importacion,
        llavero,
        conciliar: () => Promise.resolve({ enviar } as Conciliar),
        clock,
        random: Math.random,
      });
    };
    await use({
      revision: abrir(),
      reabrir: () => {
        for (const close of closers.splice(0)) close();
        return abrir();
      },
      enviados,
      bridgeOfLast: () => bridgeOfLast(),
      mandarAparte: async (texto) => {
        await aparte.at(-1)?.(texto);
      },
    });
    for (const close of closers) close();
  },
});

/** Brings a file and reads its rows. */
export async function leida(revision: Revision, archivos: string[]) {
  const { revision: nombre } = await revision.empezar({ archivos }, context);
  const documento = await revision.leer({ revision: nombre }, context);
  const ver = (filtro: 'todas' | 'error' | 'aviso' = 'todas', texto?: string) =>
    revision.filas(
      { revision: nombre, filtro, desde: 0, limite: 500, ...(texto === undefined ? {} : { texto }) },
      context,
    );
  const fila = async (numero: number) => {
    const found = (await ver()).filas.find((one) => one.fila === numero);
    if (found === undefined) throw new Error(`no row ${String(numero)}`);
    return found;
  };
  const corregir = async (numero: number, campo: CuponCampo, valor: string, todas = false) =>
    revision.corregir({ revision: nombre, fila: (await fila(numero)).id, campo, valor, todas }, context);
  return { nombre, documento, ver, fila, corregir };
}
