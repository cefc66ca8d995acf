/** One upload of bench/carga.ts in a process of its own: by the protocol, or by the loop that anybody would write first. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createUploads } from '#app/upload/index.ts';
import type { ConciliacionesServicio } from '#domain/conciliacion.ts';
import { fromDayNumber, toDayNumber, civilDateAt } from '#domain/civil-date.ts';
import { canonicalText } from '#domain/cupon.ts';
import { cuerpoDeTanda } from '#domain/upload/index.ts';
import { systemClock } from '#platform/system-clock.ts';
import { createService, parseBaseUrl } from '#service/index.ts';
import { abrirLibro } from '#storage/ledger/index.ts';

const [modo = '', cuantos = '', porTanda = '', url = '', apiKey = '', apiSecret = ''] = process.argv.slice(2);
const total = Number(cuantos);
const tanda = Number(porTanda);
const { signal } = new AbortController();
const hoy = toDayNumber(civilDateAt(systemClock.now()));
// How this service takes parameters was learnt by an earlier use of the account, for both ways alike.
const learned = new Map<string, string>([
  ['parametros', 'cuerpo'],
  ['pagina_base', '1'],
]);
const servicio: ConciliacionesServicio = createService({
  baseUrl: parseBaseUrl(url),
  credentials: { tipo: 'api', apiKey, apiSecret },
  clock: systemClock,
  random: Math.random,
  learned: { get: (clave) => learned.get(clave), set: (clave, valor) => void learned.set(clave, valor) },
  refreshTokenStore: () => undefined,
  quarantine: () => undefined,
  log: () => undefined,
}).conciliaciones;

/** The text of the n-th coupon of a shop with a hundred sales a day for each of ten tills. */
const texto = (n: number): string =>
  canonicalText({
    fecha_venta: fromDayNumber(hoy - 40 + (Math.floor(n / 1_000) % 30)),
    establecimiento: '20014000',
    terminal: `2001401${String(n % 10)}`,
    lote: String(Math.floor(n / 100) % 1_000).padStart(4, '0'),
    comprobante: String(n).padStart(8, '0'),
    tarjeta_nro: String(1_000 + (n % 9_000)),
    cuotas: '3',
    importe: `${String(100 + (n % 90_000))}.50`,
    autorizacion: String(n % 1_000_000).padStart(6, '0'),
  });

async function conProtocolo(): Promise<number> {
  const carpeta = mkdtempSync(join(tmpdir(), 'bench-carga-'));
  const abrir = () => abrirLibro(join(carpeta, 'ledger.db'), { clock: systemClock, random: Math.random });
  // As on any day but an account's first: the ledger exists, and its daily copy is made when it is opened.
  (await abrir()).close();
  const ledger = await abrir();
  ledger.aprender('c', { lista: true, filas: true, numeros: null, tamano: null });
  const carga = ledger.crearBorrador({ cuenta: 'c', archivos: ['a.xlsx'] });
  for (let n = 0; n < total; n += 1_000) {
    const filas = Array.from({ length: Math.min(1_000, total - n) }, (_, i) => ({
      archivo: 0,
      hoja: 'H',
      fila: n + i + 2,
      texto: texto(n + i),
    }));
    ledger.agregarCupones(carga, filas);
  }
  let enviado = 0;
  const uploads = createUploads({
    ledger,
    servicio,
    clock: systemClock,
    random: Math.random,
    cuenta: 'c',
    // The reading that settles is the same for both ways: its pause would only hide the difference.
    ajustes: { porTanda: tanda, estableMs: 0 },
    onBoundary: (nombre) => {
      if (nombre === 'verificacion_inicio' && enviado === 0) enviado = performance.now();
    },
  });
  empezar();
  const resultado = await uploads.iniciar(carga, { marcador: 'auto' }, signal);
  terminar();
  if (resultado.estado !== 'terminada' || resultado.resumen.enviados !== total) {
    throw new Error(JSON.stringify(resultado));
  }
  ledger.close();
  rmSync(carpeta, { recursive: true });
  return enviado;
}

/** Send each batch until the service says yes, wait until it is matched, read the result. */
async function ingenuo(): Promise<number> {
  empezar();
  let id = '0';
  for (let n = 0; n < total; n += tanda) {
    const textos = Array.from({ length: Math.min(tanda, total - n) }, (_, i) => texto(n + i));
    const cuerpo = cuerpoDeTanda(textos, { id, subirMas: n + tanda < total, numeros: 'texto' });
    for (;;) {
      const respuesta = await servicio.enviar(new TextEncoder().encode(cuerpo), signal);
      if (respuesta.kind !== 'respuesta' || !respuesta.estado) continue;
      id = respuesta.id;
      break;
    }
  }
  const enviado = performance.now();
  while ((await servicio.ver(id, signal))?.estado !== 'IMPORTADO') await systemClock.sleep(500);
  let leidos = 0;
  for await (const { cupones } of servicio.resultado(id, signal)) {
    leidos += cupones.length;
    if (leidos >= total) break;
  }
  terminar();
  return enviado;
}

let inicio = 0;
let antes = process.cpuUsage();
function empezar(): void {
  inicio = performance.now();
  antes = process.cpuUsage();
}
let msTotal = 0;
let cpuMs = 0;
function terminar(): void {
  msTotal = performance.now() - inicio;
  const { user, system } = process.cpuUsage(antes);
  cpuMs = (user + system) / 1_000;
}

const enviado = await (modo === 'ingenuo' ? ingenuo() : conProtocolo());
process.send?.({ cpuMs, memoria: process.resourceUsage().maxRSS, msEnvio: enviado - inicio, msTotal });
