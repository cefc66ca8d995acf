/** One upload of bench/upload.ts in a process: by the program's protocol, or by a naive loop. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createUploads } from '#app/upload/index.ts';
import type { ConciliacionesService } from '#domain/conciliacion.ts';
import { fromDayNumber, toDayNumber, civilDateAt } from '#domain/civil-date.ts';
import { toCanonicalText } from '#domain/cupon.ts';
import { buildTandaBody } from '#domain/upload/body.ts';
import { systemClock } from '#platform/system-clock.ts';
import { createService, parseBaseUrl } from '#service/index.ts';
import { openLedger } from '#storage/ledger/index.ts';
import { readSpentSeconds } from './lib/figures.ts';

const [mode = '', howMany = '', byTanda = '', url = '', apiKey = '', apiSecret = ''] = process.argv.slice(2);
const total = Number(howMany);
const tanda = Number(byTanda);
const { signal } = new AbortController();
const today = toDayNumber(civilDateAt(systemClock.now()));
// What the program has learnt about this service in earlier uploads. Both ways of uploading get it.
const learned = new Map<string, string>([
  ['parametros', 'cuerpo'],
  ['pagina_base', '1'],
]);
const service: ConciliacionesService = createService({
  baseUrl: parseBaseUrl(url),
  credentials: { tipo: 'api', apiKey, apiSecret },
  clock: systemClock,
  random: Math.random,
  learned: { get: (key) => learned.get(key), set: (key, value) => void learned.set(key, value) },
  refreshTokenStore: () => undefined,
  quarantine: () => undefined,
  log: () => undefined,
}).conciliaciones;

/** The n-th coupon of a shop with ten tills that each make a hundred sales a day. */
const writeCupon = (n: number): string =>
  toCanonicalText({
    fecha_venta: fromDayNumber(today - 40 + (Math.floor(n / 1_000) % 30)),
    establecimiento: '20014000',
    terminal: `2001401${String(n % 10)}`,
    lote: String(Math.floor(n / 100) % 1_000).padStart(4, '0'),
    comprobante: String(n).padStart(8, '0'),
    tarjeta_nro: String(1_000 + (n % 9_000)),
    cuotas: '3',
    importe: `${String(100 + (n % 90_000))}.50`,
    autorizacion: String(n % 1_000_000).padStart(6, '0'),
  });

async function withProtocol(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-carga-'));
  const openTestLedger = () => openLedger(join(folder, 'ledger.db'), { clock: systemClock, random: Math.random });
  // As on any day but the first, the ledger exists and opening it makes the daily backup.
  (await openTestLedger()).close();
  const ledger = await openTestLedger();
  ledger.learn('c', { lista: true, numeros: null, tamano: null });
  const upload = ledger.createDraft({ cuenta: 'c', archivos: ['a.xlsx'] });
  for (let n = 0; n < total; n += 1_000) {
    const rows = Array.from({ length: Math.min(1_000, total - n) }, (_, i) => ({
      archivo: 0,
      hoja: 'H',
      fila: n + i + 2,
      texto: writeCupon(n + i),
    }));
    ledger.addCupones(upload, rows);
  }
  let sent = 0;
  const uploads = createUploads({
    ledger,
    service,
    clock: systemClock,
    random: Math.random,
    account: 'c',
    // Without the pause before reading the result, which is equal for both ways and would hide their difference.
    settings: { porTanda: tanda, settledMs: 0 },
    onBoundary: (name) => {
      if (name === 'verificacion_inicio' && sent === 0) sent = performance.now();
    },
  });
  begin();
  const result = await uploads.start(upload, { marcador: 'auto' }, signal);
  finish();
  if (result.estado !== 'terminada' || result.resumen.enviados !== total) {
    throw new Error(JSON.stringify(result));
  }
  ledger.close();
  rmSync(folder, { recursive: true });
  return sent;
}

/** The naive upload: sends each tanda until the service accepts it, waits until it is matched, and reads the result. */
async function sendNaively(): Promise<number> {
  begin();
  let id = '0';
  for (let n = 0; n < total; n += tanda) {
    const texts = Array.from({ length: Math.min(tanda, total - n) }, (_, i) => writeCupon(n + i));
    const body = buildTandaBody(texts, { id, subirMas: n + tanda < total, numeros: 'texto' });
    for (;;) {
      const answer = await service.send(new TextEncoder().encode(body), signal);
      if (answer.kind !== 'respuesta' || !answer.estado) continue;
      id = answer.id;
      break;
    }
  }
  const sent = performance.now();
  while ((await service.show(id, signal))?.estado !== 'IMPORTADO') await systemClock.sleep(500);
  let readCount = 0;
  for await (const { cupones } of service.readResult(id, signal)) {
    readCount += cupones.length;
    if (readCount >= total) break;
  }
  finish();
  return sent;
}

let start = 0;
let before = 0;
function begin(): void {
  start = performance.now();
  before = readSpentSeconds();
}
let msTotal = 0;
let cpuMs = 0;
function finish(): void {
  msTotal = performance.now() - start;
  cpuMs = (readSpentSeconds() - before) * 1_000;
}

const sent = await (mode === 'ingenuo' ? sendNaively() : withProtocol());
process.send?.({ cpuMs, memory: process.resourceUsage().maxRSS, sendMs: sent - start, msTotal });
