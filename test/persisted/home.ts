import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createApp, type App } from '#app/compose/index.ts';
import type { Method, MethodInput } from '#contract/inputs.ts';
import type { Outputs } from '#contract/outputs.ts';
import type { Progress } from '#contract/progress.ts';
import { makeSampleCupones, type Sandbox } from '#sandbox/index.ts';

const ACCOUNT = 'La Espiga';
/** The file whose result is kept. */
export const WITH_RESULT = 'caja.csv';

type Call = <M extends Method>(
  method: M,
  entry: MethodInput<M>,
  context?: { readonly signal: AbortSignal; readonly onProgress: (progress: Progress) => void },
) => Promise<Outputs[M]>;

export function openApp(folder: string): { readonly app: App; readonly call: Call } {
  const app = createApp({
    env: { CONCILIADOR_HOME: path.join(folder, 'home'), CONCILIADOR_REINTENTOS: '0' },
    host: 'cli',
    askForSecret: () => Promise.resolve(undefined),
    onNotice: () => undefined,
  });
  const call: Call = async (method, entry, context) => {
    const quiet = { signal: new AbortController().signal, onProgress: () => undefined };
    const answer = await app.dispatch(method, entry, context ?? quiet);
    if (!answer.ok) throw new Error(`${method}: ${answer.error.code}: ${answer.error.message}`);
    return answer.value;
  };
  return { app, call };
}

/** The account that has everything: its id is the name of its folder. */
export async function accountFolderOf(home: string): Promise<{ readonly id: string; readonly ledger: string }> {
  const folders = await readdir(path.join(home, 'cuentas'), { withFileTypes: true, recursive: true });
  const ledger = folders.find(({ name }) => name === 'ledger.db');
  if (ledger === undefined) throw new Error('No account has a ledger');
  return { id: path.basename(ledger.parentPath), ledger: path.join(ledger.parentPath, 'ledger.db') };
}

const FIELDS = [
  'fecha_venta',
  'importe',
  'comprobante',
  'tarjeta_desc',
  'tarjeta_nro',
  'terminal',
  'lote',
  'cuotas',
  'wallet_referencia',
  'wallet_tipo_operacion',
] as const;
const HEADER =
  'Fecha;Importe;Comprobante;Tarjeta;Ultimos 4;Terminal;Lote;Cuotas;wallet_referencia;wallet_tipo_operacion';

/** Coupons of the sandbox's own sales, some with a mistake, as a till writes them. */
function csvOf(sandbox: Sandbox, seed: number, count: number, wrong: readonly string[]): string {
  const cupones = makeSampleCupones(sandbox, { cantidad: count, semilla: seed });
  const rows = cupones.map(({ cupon }) =>
    FIELDS.map((field) => (field === 'importe' ? (cupon.importe ?? '').replace('.', ',') : (cupon[field] ?? ''))).join(
      ';',
    ),
  );
  return `${[HEADER, ...rows, ...wrong].join('\n')}\n`;
}

const WRONG = [
  '2026-10-40;10,00;1;Visa;1234;1;1;1;;',
  '2026-10-03;diez;2;Visa;1234;1;1;1;;',
  '2026-10-03;5,00;3;Visa;12345;1;1;1;;',
];

/** Decides about coupons that did not match, in every way there is, and takes one of the decisions back. */
async function decide(call: Call, id: string): Promise<void> {
  const page = await call('conciliaciones.cupones', { id, grupo: 'sin_conciliar', desde: 0, limite: 10 });
  const [first, second] = page.filas.flatMap((row) => (row.tipo === 'cupon' ? [row.n] : []));
  // A sale that the service gave to another coupon is not free.
  const matched = await call('conciliaciones.cupones', { id, grupo: 'conciliados', desde: 0, limite: 50 });
  const taken = new Set(matched.filas.flatMap((row) => (row.tipo === 'cupon' ? [row.operacion.comprobante] : [])));
  const sales = await call('datos.consultar', { vista: 'operaciones', limite: 200 });
  const [operacion, other] = sales.filas.flatMap(({ id: one, comprobante }) =>
    typeof comprobante === 'string' && comprobante !== '' && !taken.has(comprobante) ? [String(one)] : [],
  );
  if (first === undefined || second === undefined) throw new Error('Too few did not match');
  if (operacion === undefined || other === undefined) throw new Error('There are no sales');
  const cupon = (n: number) => ({ conciliacion: id, n });
  const { ns } = await call('decisiones.tomar', {
    decisiones: [
      {
        tipo: 'vinculo',
        cupones: [cupon(first)],
        operaciones: [operacion],
        tolerancia: '9999999.00',
        nota: 'lo mostró la caja',
      },
      { tipo: 'vinculo', cupones: [cupon(second)], operaciones: [other], tolerancia: '9999999.00' },
      { tipo: 'no_es', cupon: cupon(second), operaciones: [operacion] },
      { tipo: 'explicado', cupon: cupon(second), motivo: 'se cobró en efectivo' },
      { tipo: 'ajuste', cupon: cupon(first), importe: '0.13', motivo: 'centavos' },
      { tipo: 'nota', cupon: cupon(second), texto: 'pregunté en la caja' },
      { tipo: 'reclamo', cupon: cupon(second), estado: 'reclamado', nota: 'caso 4411' },
      { tipo: 'mirar', cupon: cupon(second), fecha: '2027-03-01' },
    ],
  });
  await call('decisiones.deshacer', { que: { ns: ns.slice(1, 2) } });
}

/** Uses the program as a person would over some weeks, so that each of its files has something of each kind. */
export async function fillHome(folder: string, sandbox: Sandbox): Promise<void> {
  const { app, call } = openApp(folder);
  try {
    const { url, apiKey, apiSecret, usuario, clave } = sandbox;
    await call('cuentas.agregar', {
      nombre: 'Sucursal',
      url,
      credencial: { tipo: 'usuario', usuario, secreto: clave },
    });
    await call('cuentas.agregar', { nombre: ACCOUNT, url, credencial: { tipo: 'api', apiKey, secreto: apiSecret } });
    await call('cuentas.usar', { nombre: ACCOUNT });
    await call('ajustes.cambiar', {
      idioma: 'en',
      tema: 'oscuro',
      tardanza: 90,
      porTanda: 321,
      actualizar: { diario: false, hora: '07:30' },
      rielPlegado: true,
    });
    await call('datos.sincronizar', {});
    await call('vistas.guardar', {
      nombre: 'Grandes',
      vista: 'operaciones',
      desde: '2026-10-01',
      hasta: '2026-10-31',
      filtros: [{ campo: 'importe', op: 'mayor', valor: '1000' }],
      orden: { campo: 'importe', desc: true },
      columnas: [{ campo: 'fecha_venta', ancho: 120 }, { campo: 'importe' }],
    });
    await call('vistas.guardar', { nombre: 'Todo', vista: 'impuestos', siempre: true, texto: 'iva' });

    await writeFile(WITH_RESULT, csvOf(sandbox, 1, 14, WRONG));
    const wait = { tardanza: 1, estable: 0, espera: 20 };
    const first = await call('cargas.conciliar', {
      archivos: [WITH_RESULT],
      omitirErrores: true,
      porTanda: 5,
      guardarPlantilla: 'Caja',
      ...wait,
    });
    if (!('id' in first) || first.id === null) throw new Error('The first upload did not end');
    await call('conciliaciones.leer', { id: first.id });
    await decide(call, first.id);

    await writeFile('borrada.csv', csvOf(sandbox, 2, 3, []));
    const second = await call('cargas.conciliar', { archivos: ['borrada.csv'], marcador: 'ninguno', ...wait });
    if (!('id' in second) || second.id === null) throw new Error('The second upload did not end');
    await call('conciliaciones.leer', { id: second.id });
    await call('conciliaciones.borrar', { id: second.id, si: true });

    await writeFile('cortada.csv', csvOf(sandbox, 3, 12, []));
    const control = new AbortController();
    const stopped = await call(
      'cargas.conciliar',
      { archivos: ['cortada.csv'], porTanda: 2, ...wait },
      {
        signal: control.signal,
        onProgress: ({ fase, hecho }) => {
          if (fase === 'envio' && hecho > 3) control.abort();
        },
      },
    );
    if (!('pendientes' in stopped)) throw new Error('The third upload was not stopped');

    await writeFile('en revision.csv', csvOf(sandbox, 4, 6, WRONG));
    const { revision } = await call('revision.empezar', { archivos: ['en revision.csv'] });
    await call('revision.leer', { revision, plantilla: 'Revision' });
    const page = await call('revision.filas', { revision, filtro: 'error', desde: 0, limite: 10 });
    const [bad, other, third] = page.filas;
    if (bad === undefined || other === undefined || third === undefined) throw new Error('No row has errors');
    await call('revision.corregir', {
      revision,
      fila: bad.id,
      campo: 'fecha_venta',
      valor: '04/10/2026',
      todas: false,
    });
    await call('revision.omitir', { revision, filas: [other.id], omitir: true });
    await call('revision.corregir', { revision, fila: third.id, campo: 'tarjeta_nro', valor: '2345', todas: false });
    await call('revision.deshacer', { revision });

    await call('datos.sincronizar', { metodos: ['conciliaciones'] });
    await call('inicio.visto', {});
    await call('respaldos.crear', {});
    await call('traslado.exportar', { exportar: path.join(folder, 'traslado.zip'), conCache: true });
  } finally {
    await app.close();
  }
}
