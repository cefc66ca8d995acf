/** A sandbox, a client, a cache and the synchronisation between them, all real but for the clock. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SincronizacionDocumento } from '#contract/documents.ts';
import type { RefrescoDocumento } from '#contract/sync.ts';
import type { Libro } from '#storage/ledger/index.ts';
import type { Cuenta } from '#app/accounts/account.ts';
import { crearCaches } from '#app/compose/caches.ts';
import { crearEscuchas } from '#app/compose/escuchas.ts';
import { createBrowse, type Browse } from '#app/browse/index.ts';
import { createSincronizar } from '#app/sync/index.ts';
import { dataFolder } from '#platform/data-folder.ts';
import { createSandbox, type Sandbox, type SandboxOpciones } from '#sandbox/index.ts';
import { createService, parseBaseUrl, type Service } from '#service/index.ts';
import type { Metodo } from '#domain/vista.ts';
import { dia } from '../../storage/cache/apoyo.ts';
import { createTestClock, memoryLearned, type TestClock } from '../../service/fixtures.ts';

interface Opciones extends Partial<Omit<SandboxOpciones, 'clock'>> {
  readonly credenciales?: 'api' | 'usuario';
  /** The ledger, where a test needs one. */
  readonly libro?: () => Libro;
}

interface Pedido {
  readonly desde?: string;
  readonly hasta?: string;
  readonly metodos?: Metodo[];
  readonly signal?: AbortSignal;
}

export interface Mundo extends AsyncDisposable {
  readonly sandbox: Sandbox;
  readonly clock: TestClock;
  readonly servicio: Service;
  readonly browse: Browse;
  readonly ruta: string;
  readonly avisos: readonly string[];
  sincronizar(pedido?: Pedido): Promise<SincronizacionDocumento>;
  refrescar(): Promise<RefrescoDocumento>;
  /** What the application does when it starts again: nothing of before is in memory. */
  reiniciar(): void;
}

const CUENTA: Cuenta = {
  id: '0123456789abcdef',
  nombre: 'prueba',
  url: 'http://127.0.0.1',
  credencial: { tipo: 'api', apiKey: 'k' },
} as unknown as Cuenta; // only its id and name are looked at here

export async function unMundo({ credenciales = 'api', ...opciones }: Opciones = {}): Promise<Mundo> {
  const fino = createTestClock();
  // Wall-clock time is whole milliseconds; the pauses of the client are not.
  const clock: TestClock = { ...fino, now: () => Math.floor(fino.now()) };
  const sandbox = await createSandbox({ clock, operaciones: 1000, ...opciones });
  const carpeta = mkdtempSync(path.join(tmpdir(), 'conciliador-sync-'));
  const datos = dataFolder(carpeta);
  const avisos: string[] = [];
  const { apiKey, apiSecret, usuario, clave } = sandbox;
  const learned = memoryLearned();

  function armar() {
    const escuchas = crearEscuchas();
    const escucha = escuchas.de(CUENTA.id);
    const servicio = createService({
      baseUrl: parseBaseUrl(sandbox.url),
      credentials: credenciales === 'api' ? { tipo: 'api', apiKey, apiSecret } : { tipo: 'usuario', usuario, clave },
      clock,
      random: () => 0.5,
      learned,
      refreshTokenStore: () => undefined,
      onWait: escucha.espera,
      quarantine: escucha.cuarentena,
      log: (event, { metodo, ms }) => {
        if (event === 'pedido' && typeof metodo === 'string') escucha.pedido(metodo, typeof ms === 'number' ? ms : 0);
      },
    });
    const caches = crearCaches({ datos, clock, onAviso: (texto) => avisos.push(texto) });
    const cuentas = { elegir: () => Promise.resolve(CUENTA) };
    const sesiones = { abrir: () => Promise.resolve({ cuenta: CUENTA, servicio }) };
    const { sincronizar, refrescar } = createSincronizar({
      cuentas: {
        ...cuentas,
        credenciales: { guardadas: () => Promise.resolve({ credentials: { tipo: 'api', apiKey, apiSecret } }) },
      },
      sesiones,
      caches,
      libros: { existente: () => Promise.resolve(opciones.libro?.()) },
      escuchas,
      clock,
    });
    const browse = createBrowse({ cuentas, caches, libros: { existente: () => Promise.resolve(undefined) }, clock });
    return { servicio, caches, sincronizar, refrescar, browse };
  }
  let armado = armar();

  return {
    sandbox,
    clock,
    avisos,
    ruta: datos.cuenta(CUENTA.id).cache,
    get servicio() {
      return armado.servicio;
    },
    get browse() {
      return armado.browse;
    },
    sincronizar: ({ desde, hasta, metodos, signal = new AbortController().signal } = {}) =>
      armado.sincronizar(
        {
          cuenta: undefined,
          ...(desde === undefined ? {} : { desde: dia(desde) }),
          ...(hasta === undefined ? {} : { hasta: dia(hasta) }),
          ...(metodos === undefined ? {} : { metodos }),
        },
        { signal, onProgress: () => undefined },
      ),
    refrescar: () =>
      armado.refrescar({ cuenta: undefined }, { signal: new AbortController().signal, onProgress: () => undefined }),
    reiniciar() {
      void armado.caches.cerrar(); // its threads may end while the next one begins
      armado = armar();
    },
    async [Symbol.asyncDispose]() {
      await armado.caches.cerrar();
      await sandbox.close();
      rmSync(carpeta, { recursive: true, force: true });
    },
  };
}

/** What a synchronisation did for one method. */
export const del = ({ metodos }: SincronizacionDocumento, metodo: Metodo) => {
  const cada = metodos.find((uno) => uno.metodo === metodo);
  if (cada === undefined) throw new Error(metodo);
  return cada;
};
