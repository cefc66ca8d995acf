import Database from 'better-sqlite3';
import { createUploads, type UploadResult, type UploadsDeps } from '#app/upload/index.ts';
import { canonicalText } from '#domain/cupon.ts';
import { createLedgerOver, type Ledger } from '#storage/ledger/index.ts';
import { Random } from './random.ts';
import { watchRun } from './line.ts';
import { programOf } from './program.ts';
import { FakeClock } from './clock.ts';
import { FakeServer } from './server.ts';
import { Transport } from './transport.ts';

/** What a mutant lacks: the settling of the other upload's attempt, or the queue inside a process. */
export interface SinI2 {
  readonly ledger?: (ledger: Ledger) => Ledger;
  readonly sinCola?: boolean;
}

interface Verdict {
  readonly fallas: readonly string[];
  readonly story: readonly string[];
}

/**
 * Two uploads of one account that want to run at the same time, with lost answers and a line that dies. Both are started at once, and again in the
 * other order, until they end (I2). Traits are those of a plain service: other tests look at questions.
 */
export async function runTwo(semilla: number, sin: SinI2 = {}): Promise<Verdict> {
  const base = programOf(semilla);
  const programa = {
    ...base,
    cupones: 6,
    porTanda: 2,
    bad: [],
    existentes: [],
    wrong: [],
    crashes: [],
    ajenas: [],
    fullDisk: [],
    deletions: [],
    dead: [{ k: new Random(semilla).randomInteger(2, 30), ms: 90_000 }],
    sendings: base.sendings.filter(({ luck }) => luck.que === 'nunca' || luck.que === 'sin_respuesta'),
    rasgos: {
      ...base.rasgos,
      lista: true,
      filas: 'si',
      maxLote: 0,
      numeros: 'texto',
      demoraForma: 'vacio',
      conocida: true,
    },
  } as const;
  const clock = new FakeClock();
  const server = new FakeServer(programa, clock);
  const db = new Database(':memory:');
  const random = new Random(semilla + 9).real;
  const ledgerDb = createLedgerOver(db, { clock, random });
  ledgerDb.learn('c', { lista: true, filas: true, numeros: null, tamano: null });
  const fallas: string[] = [];
  const transport: Transport = new Transport({
    programa,
    timer: clock,
    server,
    cupones: [],
    onExit: (que, datum) => {
      vigilante(que, datum);
    },
  });
  const vigilante = watchRun({
    db,
    programa,
    server,
    timer: clock,
    transport: () => transport,
    countResends: () => 0,
    fallas,
  });
  const deps: UploadsDeps = {
    ledger: sin.ledger?.(ledgerDb) ?? ledgerDb,
    servicio: transport,
    clock,
    random,
    cuenta: 'c',
    ajustes: { porTanda: 2 },
  };
  const juntas = createUploads(deps);
  const cargas = [1, 2].map((who) => {
    const carga = ledgerDb.createDraft({ cuenta: 'c', archivos: ['a'] });
    ledgerDb.addCupones(
      carga,
      Array.from({ length: programa.cupones }, (_, i) => ({
        archivo: 0,
        hoja: null,
        fila: i + 2,
        texto: canonicalText({
          referencia: `${String(who)}-${String(i)}`,
          fecha_venta: '2026-10-01',
          importe: '1.00',
        }),
      })),
    );
    return { carga, uploads: sin.sinCola === true ? createUploads(deps) : juntas };
  });
  const { signal } = new AbortController();
  const lastFour = new Map<string, UploadResult>();
  for (
    let vuelta = 0;
    vuelta < 20 && [...lastFour.values()].filter((r) => r.estado === 'terminada').length < 2;
    vuelta += 1
  ) {
    const orden = vuelta % 2 === 0 ? cargas : [...cargas].reverse();
    const results = await Promise.all(
      orden.map(({ carga, uploads }) =>
        ledgerDb.upload(carga) === undefined
          ? uploads.start(carga, { marcador: 'auto' }, signal)
          : uploads.resume(carga, signal),
      ),
    );
    for (const result of results) lastFour.set(result.carga, result);
    clock.advance(60_000);
  }
  for (const result of lastFour.values()) {
    if (result.estado !== 'terminada') fallas.push(`no termina: ${JSON.stringify(result)}`);
    else if (result.resumen.conciliados + result.resumen.sinConciliar !== programa.cupones) fallas.push('falta algo');
  }
  return { fallas, story: server.story };
}
