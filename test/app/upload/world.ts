import Database from 'better-sqlite3';
import { createUploads, createTurns } from '#app/upload/index.ts';
import type { Progress } from '#contract/host-events.ts';
import { AppError } from '#contract/errors.ts';
import { createLedgerOver, type Ledger } from '#storage/ledger/index.ts';
import { programOf, type Program } from '../../faults/program.ts';
import { FakeClock } from '../../faults/clock.ts';
import { FakeServer } from '../../faults/server.ts';
import { NO_FAULTS } from '../../faults/without-faults.ts';
import { Transport } from '../../faults/transport.ts';
import { addDraft } from '../../storage/ledger/drafts.ts';

const CLEAN: Partial<Program> = { ...NO_FAULTS, cupones: 8, porTanda: 3 };

/** An account on the simulated service, whose behaviour is `forzar` only. */
export function createUploadWorld(
  force: Partial<Program>,
  wrapLedger: (ledgerDb: Ledger) => Ledger = (ledgerDb) => ledgerDb,
  db: Database.Database = new Database(':memory:'),
) {
  const program = programOf(1, 'dentro', { ...CLEAN, ...force });
  const clean = {
    ...program,
    rasgos: {
      ...program.rasgos,
      lista: true,
      filas: 'si',
      maxLote: 0,
      numeros: 'texto',
      demoraForma: 'vacio',
    } as const,
  };
  const clock = new FakeClock();
  const server = new FakeServer(clean, clock);
  const ledger = wrapLedger(createLedgerOver(db, { clock, random: () => 0.5 }));
  const exits: string[] = [];
  const told: Progress[] = [];
  const service = new Transport({
    program: clean,
    timer: clock,
    server,
    cupones: [],
    onExit: (_what, datum) => exits.push(datum),
  });
  const turns = createTurns();
  /** The uploads that a call of the program makes; those of all calls share the account's turns. */
  const openUploads = () =>
    createUploads({
      ledger,
      service,
      clock,
      random: Math.random,
      account: 'c',
      turns,
      settings: { porTanda: clean.porTanda },
      onProgress: (progress) => told.push(progress),
    });
  const uploads = openUploads();
  const newDraft = (base: number, howMany = 8, prefix = 'r'): string => {
    const referenceOf = (i: number): string => `${prefix} ${String(base + i)}`;
    const sale = { fecha_venta: '2026-10-01', importe: '1.00' };
    const cupones = Array.from({ length: howMany }, (_, i) => ({ referencia: referenceOf(i), ...sale }));
    return addDraft(ledger, cupones, { archivos: ['a'] });
  };
  /** Replaces the pages of a result by `tell` while `isWhen` is true. */
  const insteadOfResult = (isWhen: (id: string) => boolean, tell: () => Promise<undefined>): void => {
    const result = service.readResult.bind(service);
    service.readResult = async function* (...request) {
      if (isWhen(request[0])) await tell();
      else yield* result(...request);
    };
  };
  const cut = (): void => {
    const failConnection = (): Promise<never> => Promise.reject(new AppError('SIN_CONEXION'));
    service.show = failConnection;
    insteadOfResult(() => true, failConnection);
  };
  /** Replaces the result of a reconciliation that is still open. */
  const whileOpen = (tell: () => Promise<undefined>): void => {
    insteadOfResult((id) => server.conciliaciones.get(id)?.estado === 'PENDIENTE', tell);
  };
  /** Replaces the header of a reconciliation that is still open. */
  const hideHeader = (tell: () => Promise<undefined>): void => {
    const show = service.show.bind(service);
    service.show = async (...request) =>
      server.conciliaciones.get(request[0])?.estado === 'PENDIENTE' ? tell() : show(...request);
  };
  /** The result of a closed reconciliation is not found as long as `missing` is true. */
  const whileClosed = (missing: () => boolean): void => {
    const isClosed = (id: string): boolean => server.conciliaciones.get(id)?.estado === 'IMPORTADO';
    insteadOfResult(
      (id) => isClosed(id) && missing(),
      () => Promise.resolve(undefined),
    );
  };
  const { signal } = new AbortController();
  return {
    start: (howMany = 8) => uploads.start(newDraft(1, howMany), { marcador: 'auto' }, signal),
    cut,
    hideHeader,
    whileOpen,
    whileClosed,
    uploads,
    openUploads,
    ledger,
    draft: newDraft,
    clock,
    exits,
    told,
    service,
    server,
    signal,
  };
}
