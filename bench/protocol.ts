/**
 * What the protocol of the upload costs without faults, for 100 batches of 500 coupons, over the real client, HTTP and the sandbox, against
 * the loop that anybody would write first: send each batch until the service says yes, and nothing else. Only the sending is compared (the
 * protocol reads the header before each batch); the whole upload, with its verification, is bench/upload.ts. Alternating runs, the best of each.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createUploads } from '#app/upload/index.ts';
import { addDays, civilDateAt } from '#domain/civil-date.ts';
import type { ConciliacionesService } from '#domain/conciliacion.ts';
import { canonicalText, type Cupon } from '#domain/cupon.ts';
import { systemClock } from '#platform/system-clock.ts';
import { createSandbox } from '#sandbox/index.ts';
import { createService, parseBaseUrl } from '#service/index.ts';
import { openLedger } from '#storage/ledger/index.ts';

const TANDA = 500;
const CUPONES = 100 * TANDA;
const LAPS = 3;

const yesterday = addDays(civilDateAt(systemClock.now()), -1);
const cupones: readonly Cupon[] = Array.from({ length: CUPONES }, (_, n) => ({
  fecha_venta: yesterday,
  terminal: `2001401${String(n % 10)}`,
  comprobante: String(n).padStart(8, '0'),
  tarjeta_nro: String(1_000 + (n % 9_000)),
  importe: `${String(100 + (n % 90_000))}.50`,
}));
const { signal } = new AbortController();

interface Measure {
  /** CPU of this process, client and sandbox together: a machine that does other things does not change it. */
  readonly cpuMs: number;
  readonly ms: number;
  readonly pedidos: number;
}
/** Gets ready, calls `empezar`, sends, calls `terminar`. */
type Send = (
  service: ConciliacionesService,
  clock: { readonly begin: () => void; readonly finish: () => void },
) => Promise<void>;

const withProtocol: Send = async (service, { begin, finish }) => {
  const carpeta = mkdtempSync(join(tmpdir(), 'bench-protocolo-'));
  const ledger = await openLedger(join(carpeta, 'ledger.db'), { clock: systemClock, random: Math.random });
  ledger.learn('c', { lista: true, filas: true, numeros: null, tamano: null });
  const carga = ledger.createDraft({ cuenta: 'c', archivos: ['a.xlsx'] });
  ledger.addCupones(
    carga,
    cupones.map((cupon, i) => ({ archivo: 0, hoja: 'H', fila: i + 2, texto: canonicalText(cupon) })),
  );
  const control = new AbortController();
  const uploads = createUploads({
    ledger,
    servicio: service,
    clock: systemClock,
    random: Math.random,
    cuenta: 'c',
    ajustes: { porTanda: TANDA },
    onBoundary: (nombre) => {
      if (nombre === 'verificacion_inicio') {
        finish();
        control.abort();
      }
    },
  });
  // The draft was made by the import, and a ledger is copied once a day: neither is a cost of sending.
  await ledger.makeDailyCopy();
  begin();
  await uploads.start(carga, { marcador: 'auto' }, control.signal);
  ledger.close();
  rmSync(carpeta, { recursive: true });
};

const sendNaively: Send = async (service, { begin, finish }) => {
  begin();
  let id = '0';
  for (let n = 0; n < CUPONES; n += TANDA) {
    const data = cupones.slice(n, n + TANDA);
    const cuerpo = JSON.stringify({ id, datos: data, subir_mas: String(n + TANDA < CUPONES) });
    const respuesta = await service.send(new TextEncoder().encode(cuerpo), signal);
    if (respuesta.kind !== 'respuesta' || !respuesta.estado) throw new Error(JSON.stringify(respuesta));
    id = respuesta.id;
  }
  finish();
};

async function measure(send: Send): Promise<Measure> {
  const sandbox = await createSandbox({ clock: systemClock, operaciones: 1_000 });
  const learned = new Map<string, string>([['parametros', 'cuerpo']]);
  const service = createService({
    baseUrl: parseBaseUrl(sandbox.url),
    credentials: { tipo: 'api', apiKey: sandbox.apiKey, apiSecret: sandbox.apiSecret },
    clock: systemClock,
    random: Math.random,
    learned: { get: (clave) => learned.get(clave), set: (clave, valor) => void learned.set(clave, valor) },
    refreshTokenStore: () => undefined,
    quarantine: () => undefined,
    log: () => undefined,
  }).conciliaciones;
  let measured: Measure | undefined;
  // The token is asked for before: it is the same for both.
  await service.list(yesterday, yesterday, signal);
  sandbox.forgetReceived();
  let inicio = 0;
  let cpu = process.cpuUsage();
  await send(service, {
    begin: () => {
      inicio = performance.now();
      cpu = process.cpuUsage();
    },
    finish: () => {
      const { user, system } = process.cpuUsage(cpu);
      measured = {
        cpuMs: (user + system) / 1_000,
        ms: performance.now() - inicio,
        pedidos: sandbox.listReceived().length,
      };
    },
  });
  await sandbox.close();
  if (measured === undefined) throw new Error('Not everything was sent');
  return measured;
}

const best = (a: Measure | undefined, b: Measure): Measure => ({
  pedidos: b.pedidos,
  ms: Math.min(a?.ms ?? b.ms, b.ms),
  cpuMs: Math.min(a?.cpuMs ?? b.cpuMs, b.cpuMs),
});
let nuestra: Measure | undefined;
let theirs: Measure | undefined;
for (let vuelta = 0; vuelta < LAPS; vuelta += 1) {
  theirs = best(theirs, await measure(sendNaively));
  nuestra = best(nuestra, await measure(withProtocol));
}
if (nuestra === undefined || theirs === undefined) throw new Error('Nothing was measured');
console.log(
  `protocolo: 100 batches in ${String(nuestra.pedidos)} requests, ${nuestra.ms.toFixed(0)} ms (CPU ${nuestra.cpuMs.toFixed(0)}); ` +
    `naive loop ${String(theirs.pedidos)}, ${theirs.ms.toFixed(0)} ms (CPU ${theirs.cpuMs.toFixed(0)})`,
);
console.log(`protocolo.pedidos_contra_ingenuo ${(nuestra.pedidos / theirs.pedidos).toFixed(2)} × (goal ≤ 2.1 ×)`);
console.log(`protocolo.tiempo_contra_ingenuo ${(nuestra.cpuMs / theirs.cpuMs).toFixed(2)} × (goal ≤ 1.5 ×)`);
