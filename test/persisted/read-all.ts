import { createHash } from 'node:crypto';
import path from 'node:path';
import { createUploads } from '#app/upload/index.ts';
import type { Method, MethodInput } from '#contract/inputs.ts';
import type { ConciliacionesService } from '#domain/conciliacion.ts';
import { VISTAS } from '#domain/vista.ts';
import { systemClock } from '#platform/system-clock.ts';
import { openLedger } from '#storage/ledger/index.ts';
import { accountFolderOf, openApp, WITH_RESULT } from './home.ts';

/** A method that only reads, and what it answers. */
interface Read {
  readonly metodo: Method;
  readonly entrada: unknown;
  readonly valor: unknown;
}

/** What is said of an upload from the ledger alone. */
interface ReadUpload {
  readonly carga: string;
  readonly estado: unknown;
  readonly tandas: unknown;
  /** Of the texts of its coupons, as they are sent. */
  readonly sha256: string;
  /** Of rows that were not sent. */
  readonly hallazgos: unknown;
}

interface Expected {
  readonly uploads: readonly ReadUpload[];
  readonly reads: readonly Read[];
  /** What was decided about coupons; the first versions had no decisions. */
  readonly decisiones: unknown;
}

/** What depends on the day on which it is read, or on the disk. */
const OF_TODAY = new Set(['dias', 'cobertura', 'disco', 'sesion', 'hayMas']);

/** A coupon that was sent before is found, not kept: that it was is the same, how it is told is of each version. */
const isToldAnew = (one: unknown): one is object =>
  typeof one === 'object' && one !== null && 'codigo' in one && one.codigo === 'YA_ENVIADO';

/** Of what is asked the sentence is kept by its code (`frase`): its words are of each version. */
const isSaidAnew = (one: unknown): one is object => typeof one === 'object' && one !== null && 'frase' in one;

/** The service does not send these fields of reconciled settlements; the first versions showed them empty. */
const NEVER_SENT = new Set(['acreditada', 'fecha_recupero_adelanto']);
const hasReconciledSettlements = (one: unknown): one is { readonly filas: readonly object[] } =>
  typeof one === 'object' &&
  one !== null &&
  'vista' in one &&
  one.vista === 'liquidaciones-conciliadas' &&
  'filas' in one &&
  Array.isArray(one.filas);
const withoutUnsent = (row: object): object =>
  Object.fromEntries(Object.entries(row).filter(([field]) => !NEVER_SENT.has(field)));

/** What is compared of an answer, as JSON. */
export const asRead = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, one: unknown) => {
      if (OF_TODAY.has(key)) return undefined;
      if (hasReconciledSettlements(one)) return { ...one, filas: one.filas.map(withoutUnsent) };
      if (isSaidAnew(one)) return { ...one, texto: undefined, pregunta: undefined };
      return isToldAnew(one) ? { ...one, valor: undefined, mensaje: undefined } : one;
    }),
  );

const unused = (): never => {
  throw new Error('The service is not asked');
};
const NO_SERVICE: ConciliacionesService = {
  getServiceDate: unused,
  list: unused,
  show: unused,
  readResult: unused,
  send: unused,
  remove: unused,
  renew: unused,
};

async function readUploads(folder: string) {
  const { id, ledger } = await accountFolderOf(path.join(folder, 'home'));
  const ledgerDb = await openLedger(ledger, { clock: systemClock, random: Math.random });
  const uploads = createUploads({
    ledger: ledgerDb,
    service: NO_SERVICE,
    clock: systemClock,
    random: Math.random,
    account: id,
  });
  const read = ledgerDb.uploads(id).map(({ carga, total }) => ({
    carga,
    estado: asRead(uploads.statusOf(carga)),
    sha256: createHash('sha256')
      .update(ledgerDb.readTexts(carga, 1, total, []).join('\n'))
      .digest('hex'),
    hallazgos: { errores: [...ledgerDb.readErrors(carga)], avisos: [...ledgerDb.readNotices(carga)] },
  }));
  const [withResult] = ledgerDb.uploads(id).filter(({ archivos }) => archivos.includes(WITH_RESULT));
  const conciliacion = withResult === undefined ? null : uploads.statusOf(withResult.carga).id;
  const decisions = ledgerDb.readDecisions();
  ledgerDb.close();
  return { read, conciliacion, decisiones: decisions };
}

/** Everything that this version says of a data folder (`home/`) and of a package (`traslado.zip`), without any service. */
export async function readAll(folder: string): Promise<Expected> {
  const { read: fromLedger, conciliacion, decisiones } = await readUploads(folder);
  const { app, call } = openApp(folder);
  const reads: Read[] = [];
  /** `written`: the input as it is noted, where it names this machine. */
  const read = async <M extends Method>(method: M, input: MethodInput<M>, written?: MethodInput<M>) => {
    const value = await call(method, input);
    const entry = written ?? input;
    reads.push({ metodo: method, entrada: entry, valor: asRead(value) });
    return value;
  };
  try {
    await read('cuentas.listar', {});
    await read('cuentas.detalle', {});
    await read('ajustes.leer', {});
    await read('plantillas.listar', {});
    await read('vistas.listar', {});
    await read('cargas.recientes', {});
    // The rows, which are kept: what they add up to is worked out by each version.
    for (const vista of VISTAS) await read('datos.consultar', { vista, limite: 5, detalle: true });
    await read('datos.cuarentena', {});
    const uploads: ReadUpload[] = [];
    for (const one of fromLedger) uploads.push({ ...one, tandas: await call('cargas.tandas', { carga: one.carga }) });

    const id = conciliacion ?? '';
    await read('conciliaciones.guardada', { id });
    for (const group of ['conciliados', 'sin_conciliar', 'no_informados', 'errores'] as const)
      await read('conciliaciones.cupones', { id, grupo: group, desde: 0, limite: 50 });
    const { revision } = (await read('revision.ver', {})) ?? { revision: '' };
    await read('revision.filas', { revision, filtro: 'todas', desde: 0, limite: 100 });
    await read('revision.totales', { revision });
    await read('revision.rehacer', { revision });
    await read('revision.deshacer', { revision });
    await read('revision.deshacer', { revision });
    await read('revision.filas', { revision, filtro: 'error', desde: 0, limite: 100 });
    const [copies] = (await call('respaldos.listar', {})).filter(({ conRegistro }) => conRegistro);
    for (const { copia } of copies?.copias.slice(-1) ?? []) await read('respaldos.verificar', { copia });
    const zip = 'traslado.zip';
    await read('traslado.examinar', { archivos: [path.join(folder, zip)] }, { archivos: [zip] });
    return { uploads, reads, decisiones: asRead(decisiones) };
  } finally {
    await app.close();
  }
}
