/** An account with operations in its cache and results that were kept, and what explains it. */
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import type { Account } from '#app/accounts/account.ts';
import { createCaches } from '#app/open/caches.ts';
import { askOf } from '../context.ts';
import { createQuietLedgers } from '../open/quiet-ledgers.ts';
import { createSent } from '#app/uploaded/sent.ts';
import { createReviews } from '#app/open/index.ts';
import { createRevision } from '#app/conciliar/revision.ts';
import { selectRowsToExplain } from '#app/conciliar/preview.ts';
import { createTestImport } from '../conciliar/importer.ts';
import { createDecisions } from '#app/decisions/index.ts';
import { createHome } from '#app/home/index.ts';
import { createListWork } from '#app/home/unmatched.ts';
import { createAsk, createResting } from '#app/explanations/scope.ts';
import { createWithData } from '#app/figures/adder.ts';
import { createExplanations } from '#app/explanations/index.ts';
import { createExplainingThread } from '#app/explanations/questions.ts';
import { toCanonicalText, type Cupon } from '#domain/cupon.ts';
import type { DecisionEvent } from '#domain/decisions/events.ts';
import type { Operacion } from '#domain/views/operaciones.ts';
import type { Rechazo } from '#domain/views/rechazos.ts';
import { getDataFolder } from '#platform/data-folder.ts';
import { systemClock } from '#platform/system-clock.ts';
import type { ReadRows } from '#storage/cache/types.ts';
import type { StoredCupon } from '#storage/results/open.ts';
import { createTemporaryFolder } from '../../platform/temporary-folder.ts';
import { civilDay } from '../../domain/civil-day.ts';
import { aConciliacion } from '../../domain/a-conciliacion.ts';
import { cuponOf, fullCuponOf, someOperaciones } from '../../domain/matching/account.ts';
import { addSent } from '../../storage/ledger/drafts.ts';
import { aStoredCupon } from '../../storage/results/a-stored-cupon.ts';

const ACCOUNT = { id: '0123456789abcdef', nombre: 'La Espiga' } as unknown as Account; // the code under test reads only these fields
const TODAY = Date.UTC(2026, 9, 20, 15);

/** A coupon of a result: matched with an operation, or not. */
export interface Said {
  readonly cupon: Cupon;
  readonly con?: Operacion;
  readonly archivo?: string;
  readonly hoja?: string;
  /** The coupon in the file, if it was corrected before sending. */
  readonly original?: Cupon;
}

export const SALES = someOperaciones(20);
/** The days that are downloaded. */
export const PERIOD = ['2026-09-01', '2026-10-20'] as const;
export const sale = (i: number): Operacion => SALES[i] ?? expect.unreachable();
export const matched = (from: number, to: number): Said[] =>
  SALES.slice(from, to).map((operacion) => ({ cupon: fullCuponOf(operacion), con: operacion }));
/** The amount of an operation changed by `cents`, as decimal text. */
export const offBy = (operacion: Operacion, cents = 0): string => ((operacion.importe + cents) / 100).toFixed(2);
/** A coupon of operation `i`, its amount 13 centavos off. */
export const wrong = (i: number): Said => ({ cupon: cuponOf(sale(i), { importe: offBy(sale(i), 13) }) });

export type TestAccount = ReturnType<typeof anAccount>;

type Days = readonly [desde: string, hasta: string];
const keptOf = ({ cupon, con, archivo = 'caja.csv' }: Said, i: number): StoredCupon => ({
  ...aStoredCupon(con === undefined ? 'sin_conciliar' : 'conciliado', {
    ...cupon,
    liquidaciones_id: con?.liquidaciones_id ?? null,
    fila: i + 2,
  }),
  archivo,
});

/** An account with all sales downloaded and these reconciliations kept, by number. */
export async function aDownloaded(kept: Readonly<Record<string, readonly Said[]>> = {}) {
  const account = anAccount();
  await account.download(SALES, PERIOD);
  for (const [id, cupones] of Object.entries(kept)) await account.keep(id, cupones);
  return account;
}

export function anAccount() {
  const folder = createTemporaryFolder();
  const data = getDataFolder(folder);
  const clock = { ...systemClock, now: () => TODAY };
  const caches = createCaches({ data, clock, onNotice: () => undefined });
  const ledgers = createQuietLedgers({ data, clock });
  const thread = createExplainingThread({ clock });
  /** Ids of the results that were read from the service. */
  const asked: string[] = [];
  const reviews = createReviews(data);
  const importer = createTestImport(data.templates, clock);
  const keep = async (id: string, cupones: readonly Said[]) => {
    const db = await caches.results(ACCOUNT);
    const reading = db.begin(id);
    reading.add(cupones.map(keptOf));
    const matched = cupones.filter(({ con }) => con !== undefined).length;
    reading.finish(
      {
        encabezado: aConciliacion({
          id,
          fecha: civilDay('2026-10-10'),
          total: cupones.length,
          nuevos: cupones.length,
          conciliados: matched,
          sinConciliar: cupones.length - matched,
        }),
        carga: null,
        archivos: ['caja.csv'],
      },
      TODAY,
    );
  };
  const asRow = (row: Operacion | Rechazo) => ({ id: row.id, fila: { ...row } });
  const write = (reading: Pick<ReadRows, 'metodo' | 'campo' | 'filas'> & Partial<ReadRows>, [desde, hasta]: Days) =>
    caches.use(ACCOUNT, async (cache) => {
      const days = { desde: civilDay(desde), hasta: civilDay(hasta) };
      cache.write({ estado: 'completa', contratado: true, leido: TODAY, ...days, ...reading });
      return Promise.resolve();
    });
  const accounts = { choose: () => Promise.resolve(ACCOUNT) };
  const stores = { caches, ledgers, folder: data, clock };
  const ask = createAsk({ ...stores, thread });
  const explanations = createExplanations({
    ...stores,
    accounts,
    ask,
    validate: () => Promise.resolve([]),
    reviewOf: (account, revision) => selectRowsToExplain(reviews, account, revision),
    readResult: async ({ id }) => {
      asked.push(id);
      await keep(id, []);
    },
  });
  const review = askOf(
    createRevision({
      choose: () => Promise.resolve(ACCOUNT as never),
      reviews,
      ledgers,
      sent: createSent({ ledgers, caches }),
      importer,
      fixesOf: explanations.fixesOf,
      reconcile: { send: () => Promise.reject(new Error('nothing is sent here')) },
      clock,
      random: Math.random,
    }),
  );
  const homeAt = (now: number) => {
    const clockThen = { ...clock, now: () => now };
    return askOf(
      createHome({
        accounts,
        withData: createWithData(caches),
        ledgers,
        caches,
        data,
        clock: clockThen,
        listWork: createListWork({
          ledgers,
          caches,
          restingOf: createResting(createAsk({ ...stores, clock: clockThen, thread })),
        }),
      }),
    );
  };
  return {
    thread,
    decisions: askOf(
      createDecisions({
        ...stores,
        accounts,
        ask,
        who: () => 'ana',
        afterDeciding: () => undefined,
      }),
    ),
    /** The unmatched coupons still to do on a day, which rail and *Inicio* count. */
    async toDo(today = '2026-10-20') {
      const now = Date.parse(`${today}T15:00:00Z`);
      return (await homeAt(now).pendientes({ cuenta: undefined })).porHacer?.cupones;
    },
    queue: () => homeAt(TODAY).sin_conciliar({ cuenta: undefined }),
    async loseCache() {
      await thread.close();
      await caches.close();
      for (const end of ['', '-wal', '-shm']) rmSync(caches.pathOf(ACCOUNT) + end, { force: true });
    },
    explanations: askOf(explanations),
    review,
    /** Puts coupons under review, as rows of a file; returns the review's name. */
    async bring(cupones: readonly Cupon[], name = 'caja.csv') {
      const fields = [...new Set(cupones.flatMap((cupon) => Object.keys(cupon)))] as (keyof Cupon)[];
      const file = path.join(folder, name);
      writeFileSync(
        file,
        [fields.join(';'), ...cupones.map((cupon) => fields.map((field) => cupon[field] ?? '').join(';'))].join('\n'),
      );
      const { revision } = await review.empezar({ archivos: [file] });
      await review.columnas({
        revision,
        archivo: 0,
        mapear: Object.fromEntries(fields.map((field) => [field, field])),
      });
      await review.leer({ revision });
      return revision;
    },
    asked,
    keep,
    remove: async (id: string) => {
      (await ledgers.open(ACCOUNT)).noteDeletion(id, TODAY);
      (await caches.results(ACCOUNT)).remove(id);
    },
    /** Writes decisions that no method takes, such as a coupon's correction by another. */
    async note(decisions: readonly DecisionEvent[]) {
      (await ledgers.open(ACCOUNT)).decide('ana', decisions);
    },
    /** Makes an ended upload whose result is only in the ledger, matched coupons first. */
    async send(cupones: readonly Said[], id?: string) {
      const ledger = await ledgers.open(ACCOUNT);
      const of = {
        cuenta: ACCOUNT.id,
        archivos: ['caja.csv'],
        at: cupones.map(({ hoja = null, original }) => ({
          hoja,
          ...(original === undefined ? {} : { original: toCanonicalText(original) }),
        })),
      };
      const upload = addSent(
        ledger,
        cupones.map(({ cupon }) => cupon),
        of,
      );
      const reading = { quieto: true, filas: 0, faltan: 0, sobran: 0, cuarentena: 0, huella: 'x' } as const;
      if (id !== undefined)
        ledger.note(upload, [
          { kind: 'aplicado', id, prueba: 'respuesta', contadores: null, huerfanas: [] },
          { kind: 'leida', lectura: { encabezado: aConciliacion({ id }), ...reading }, leido: '2026-10-10 10:00:00' },
        ]);
      const matched = cupones.filter(({ con }) => con !== undefined).length;
      ledger.disposeWithoutReading(upload, [
        { desde: 1, hasta: cupones.length, disposicion: 'sin_conciliar' },
        { desde: 1, hasta: matched, disposicion: 'conciliado' },
      ]);
      return upload;
    },
    download: (operaciones: readonly Operacion[], days: Days, how: Partial<ReadRows> = {}) =>
      write({ metodo: 'operaciones', campo: 'fecha_venta', filas: operaciones.map(asRow), ...how }, days),
    downloadReturned: (rechazos: readonly Rechazo[], days: Days) =>
      write({ metodo: 'rechazos', campo: 'fecha', filas: rechazos.map(asRow) }, days),
    async [Symbol.asyncDispose]() {
      await thread.close();
      reviews.close();
      ledgers.close();
      await caches.close();
    },
  };
}
