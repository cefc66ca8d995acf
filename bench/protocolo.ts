/**
 * What the protocol of the upload costs without faults, for 100 batches of 500 coupons, over the real client, HTTP and the sandbox, against
 * the loop that anybody would write first: send each batch until the service says yes, and nothing else. Only the sending is compared (the
 * protocol reads the header before each batch); the whole upload, with its verification, is bench/carga.ts. Alternating runs, the best of each.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createUploads } from '#app/upload/index.ts';
import { addDays, civilDateAt } from '#domain/civil-date.ts';
import type { ConciliacionesServicio } from '#domain/conciliacion.ts';
import { canonicalText } from '#domain/cupon.ts';
import { cuerpoDeTanda } from '#domain/upload/index.ts';
import { systemClock } from '#platform/system-clock.ts';
import { createSandbox } from '#sandbox/index.ts';
import { createService, parseBaseUrl } from '#service/index.ts';
import { abrirLibro } from '#storage/ledger/index.ts';

const TANDA = 500;
const CUPONES = 100 * TANDA;
const VUELTAS = 3;

const ayer = addDays(civilDateAt(systemClock.now()), -1);
const textos: readonly string[] = Array.from({ length: CUPONES }, (_, n) =>
  canonicalText({
    fecha_venta: ayer,
    terminal: `2001401${String(n % 10)}`,
    comprobante: String(n).padStart(8, '0'),
    tarjeta_nro: String(1_000 + (n % 9_000)),
    importe: `${String(100 + (n % 90_000))}.50`,
  }),
);
const { signal } = new AbortController();

interface Medida {
  readonly ms: number;
  readonly pedidos: number;
}
type Enviar = (servicio: ConciliacionesServicio, alEnviarTodo: () => void) => Promise<void>;

const conProtocolo: Enviar = async (servicio, alEnviarTodo) => {
  const carpeta = mkdtempSync(join(tmpdir(), 'bench-protocolo-'));
  const ledger = await abrirLibro(join(carpeta, 'ledger.db'), { clock: systemClock, random: Math.random });
  ledger.aprender('c', { lista: true, filas: true, numeros: null, tamano: null });
  const carga = ledger.crearBorrador({ cuenta: 'c', archivos: ['a.xlsx'] });
  ledger.agregarCupones(
    carga,
    textos.map((texto, i) => ({ archivo: 0, hoja: 'H', fila: i + 2, texto })),
  );
  const control = new AbortController();
  const uploads = createUploads({
    ledger,
    servicio,
    clock: systemClock,
    random: Math.random,
    cuenta: 'c',
    ajustes: { porTanda: TANDA },
    onBoundary: (nombre) => {
      if (nombre === 'verificacion_inicio') {
        alEnviarTodo();
        control.abort();
      }
    },
  });
  await uploads.iniciar(carga, { marcador: 'auto' }, control.signal);
  ledger.close();
  rmSync(carpeta, { recursive: true });
};

const ingenuo: Enviar = async (servicio, alEnviarTodo) => {
  let id = '0';
  for (let n = 0; n < CUPONES; n += TANDA) {
    const cuerpo = cuerpoDeTanda(textos.slice(n, n + TANDA), {
      id,
      subirMas: n + TANDA < CUPONES,
      numeros: 'texto',
    });
    const respuesta = await servicio.enviar(new TextEncoder().encode(cuerpo), signal);
    if (respuesta.kind !== 'respuesta' || !respuesta.estado) throw new Error(JSON.stringify(respuesta));
    id = respuesta.id;
  }
  alEnviarTodo();
};

async function medir(enviar: Enviar): Promise<Medida> {
  const sandbox = await createSandbox({ clock: systemClock, operaciones: 1_000 });
  const learned = new Map<string, string>([['parametros', 'cuerpo']]);
  const servicio = createService({
    baseUrl: parseBaseUrl(sandbox.url),
    credentials: { tipo: 'api', apiKey: sandbox.apiKey, apiSecret: sandbox.apiSecret },
    clock: systemClock,
    random: Math.random,
    learned: { get: (clave) => learned.get(clave), set: (clave, valor) => void learned.set(clave, valor) },
    refreshTokenStore: () => undefined,
    quarantine: () => undefined,
    log: () => undefined,
  }).conciliaciones;
  let medida: Medida | undefined;
  // The token is asked for before: it is the same for both.
  await servicio.listar(ayer, ayer, signal);
  sandbox.olvidarRecibidos();
  const inicio = performance.now();
  await enviar(servicio, () => {
    medida = { ms: performance.now() - inicio, pedidos: sandbox.recibidos().length };
  });
  await sandbox.close();
  if (medida === undefined) throw new Error('Not everything was sent');
  return medida;
}

const mejor = (a: Medida | undefined, b: Medida): Medida => (a === undefined || b.ms < a.ms ? b : a);
let nuestra: Medida | undefined;
let suya: Medida | undefined;
for (let vuelta = 0; vuelta < VUELTAS; vuelta += 1) {
  suya = mejor(suya, await medir(ingenuo));
  nuestra = mejor(nuestra, await medir(conProtocolo));
}
if (nuestra === undefined || suya === undefined) throw new Error('Nothing was measured');
console.log(
  `protocolo: 100 batches in ${String(nuestra.pedidos)} requests and ${nuestra.ms.toFixed(0)} ms, naive loop ${String(suya.pedidos)} and ${suya.ms.toFixed(0)} ms`,
);
console.log(`protocolo.pedidos_contra_ingenuo ${(nuestra.pedidos / suya.pedidos).toFixed(2)} × (goal ≤ 2.1 ×)`);
console.log(`protocolo.tiempo_contra_ingenuo ${(nuestra.ms / suya.ms).toFixed(2)} × (goal ≤ 1.5 ×)`);
