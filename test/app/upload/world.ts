import Database from 'better-sqlite3';
import { createUploads } from '#app/upload/index.ts';
import { AppError } from '#contract/errors.ts';
import { canonicalText } from '#domain/cupon.ts';
import { createLedgerOver, type Ledger } from '#storage/ledger/index.ts';
import { programOf, type Program } from '../../faults/program.ts';
import { FakeClock } from '../../faults/clock.ts';
import { FakeServer } from '../../faults/server.ts';
import { NO_FAULTS } from '../../faults/without-faults.ts';
import { Transport } from '../../faults/transport.ts';

const CLEAN: Partial<Program> = { ...NO_FAULTS, cupones: 8, porTanda: 3 };

/** An account over the simulated service, which does nothing but what `forzar` says. */
export function createUploadWorld(
  forzar: Partial<Program>,
  con: (ledgerDb: Ledger) => Ledger = (ledgerDb) => ledgerDb,
  db: Database.Database = new Database(':memory:'),
) {
  const programa = programOf(1, 'dentro', { ...CLEAN, ...forzar });
  const clean = {
    ...programa,
    rasgos: {
      ...programa.rasgos,
      lista: true,
      filas: 'si',
      maxLote: 0,
      numeros: 'texto',
      demoraForma: 'vacio',
    } as const,
  };
  const clock = new FakeClock();
  const servidor = new FakeServer(clean, clock);
  const ledger = con(createLedgerOver(db, { clock: clock, random: () => 0.5 }));
  const salidas: string[] = [];
  const service = new Transport({
    programa: clean,
    reloj: clock,
    servidor,
    cupones: [],
    onExit: (_what, datum) => salidas.push(datum),
  });
  const uploads = createUploads({
    ledger,
    servicio: service,
    clock: clock,
    random: Math.random,
    cuenta: 'c',
    ajustes: { porTanda: clean.porTanda },
  });
  const newDraft = (base: number, howMany = 8, prefix = 'r'): string => {
    const carga = ledger.createDraft({ cuenta: 'c', archivos: ['a'] });
    const filas = Array.from({ length: howMany }, (_, i) => ({
      archivo: 0,
      hoja: null,
      fila: i + 2,
      texto: canonicalText({
        referencia: `${prefix} ${String(base + i)}`,
        fecha_venta: '2026-10-01',
        importe: '1.00',
      }),
    }));
    ledger.addCupones(carga, filas);
    return carga;
  };
  /** The pages of a result, unless something else is said in their place. */
  const enVezDelResultado = (cuando: (id: string) => boolean, tell: () => Promise<undefined>): void => {
    const result = service.readResult.bind(service);
    service.readResult = async function* (...request) {
      if (cuando(request[0])) await tell();
      else yield* result(...request);
    };
  };
  const cut = (): void => {
    const failConnection = (): Promise<never> => Promise.reject(new AppError('SIN_CONEXION'));
    service.show = failConnection;
    enVezDelResultado(() => true, failConnection);
  };
  /** What the service says of a result whose reconciliation is still open. */
  const whileOpen = (tell: () => Promise<undefined>): void => {
    enVezDelResultado((id) => servidor.conciliaciones.get(id)?.estado === 'PENDIENTE', tell);
  };
  /** What the service says of the header of a reconciliation that is still open. */
  const hideHeader = (tell: () => Promise<undefined>): void => {
    const show = service.show.bind(service);
    service.show = async (...request) =>
      servidor.conciliaciones.get(request[0])?.estado === 'PENDIENTE' ? tell() : show(...request);
  };
  /** While it has none to list, the service says that there is no list. */
  const hideList = (): void => {
    const listOriginal = service.list.bind(service);
    service.list = async (...request) => {
      const list = await listOriginal(...request);
      return list.conciliaciones.length > 0 ? list : { conciliaciones: [], completa: false, negada: true };
    };
  };
  /** The result of a closed reconciliation is not found as long as this says so. */
  const whileClosed = (missing: () => boolean): void => {
    const cerrada = (id: string): boolean => servidor.conciliaciones.get(id)?.estado === 'IMPORTADO';
    enVezDelResultado(
      (id) => cerrada(id) && missing(),
      () => Promise.resolve(undefined),
    );
  };
  return {
    cortar: cut,
    encabezadoOculto: hideHeader,
    mientrasAbierta: whileOpen,
    mientrasCerrada: whileClosed,
    sinLista: hideList,
    uploads,
    ledger,
    borrador: newDraft,
    reloj: clock,
    salidas,
    servicio: service,
    servidor,
    signal: new AbortController().signal,
  };
}
