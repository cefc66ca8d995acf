import { describe, expect, test } from 'vitest';
import { frase } from '#domain/frase.ts';
import type { Decision } from '#contract/documents.ts';
import type { RevisionDocumento, RevisionResumen } from '#contract/revision.ts';
import { ConciliarState } from '../../src-renderer/features/conciliar/conciliar.svelte.ts';
import { Sesion } from '../../src-renderer/marco/sesion.svelte.ts';
import { Trabajos } from '../../src-renderer/marco/trabajos.svelte.ts';
import { detenida, TERMINADA } from './cargas-hechas.ts';
import { apiDe, CUENTA, falla } from './doble.ts';

const DECISION: Decision = {
  pregunta: '¿?',
  frase: frase('ya_enviada'),
  opciones: [{ clave: 'nueva', texto: 'Mandarlos otra vez, en un envío nuevo.', frase: frase('op_nueva') }],
};
const RESUMEN: RevisionResumen = {
  version: 4,
  filas: 4,
  listas: 3,
  conError: 0,
  conAviso: 1,
  importe: '0.00',
  omitidas: 1,
  ignoradas: 0,
  lineasDeTotal: 0,
  campos: ['fecha_venta', 'importe'],
  fechas: [],
  enviados: [],
  deshacer: false,
  rehacer: false,
};
const REVISION: RevisionDocumento = {
  revision: 'R1',
  estado: 'filas',
  archivos: [],
  conProblema: [],
  resumen: RESUMEN,
  arreglos: null,
  carga: null,
};

async function asistente(respuestas: Parameters<typeof apiDe>[0]) {
  const api = apiDe({ 'cuentas.listar': () => [CUENTA], 'revision.empezar': () => REVISION, ...respuestas });
  const sesion = new Sesion(api);
  await sesion.leer();
  let now = 0;
  const frescura = { updateBehind: async () => undefined };
  const estado = new ConciliarState({ api, sesion, trabajos: new Trabajos(), frescura }, () => (now += 1000));
  return { api, estado };
}

const archivo = (nombre: string): File => new File(['x'], nombre);
const LEGIBLE: RevisionDocumento['archivos'][number] = {
  nombre: 'ventas de la caja.xlsx',
  origen: 0,
  conCupones: [],
  hojas: [],
  problema: null,
  tabla: { hoja: null, hojas: [], encabezado: 1, filas: 4, plantilla: null, columnas: [], vista: [], fechas: [] },
  avisos: [],
};

describe('the wizard', () => {
  test('goes back to the first step without losing the file under review', async () => {
    const { estado } = await asistente({ 'revision.empezar': () => ({ ...REVISION, archivos: [LEGIBLE] }) });
    await estado.traer([archivo('a.xlsx')]);
    estado.volverAlArchivo();
    expect([estado.paso, estado.dejado]).toEqual(['archivo', true]);
    estado.seguirConElDejado();
    expect([estado.paso, estado.dejado]).toEqual(['revision', false]);
  });

  test('goes back to any step that is done, until something was sent', async () => {
    const { estado } = await asistente({
      'revision.empezar': () => ({ ...REVISION, archivos: [LEGIBLE] }),
      'revision.enviar': () => falla('SIN_CONEXION'),
    });
    await estado.traer([archivo('a.xlsx')]);
    expect((['archivo', 'columnas', 'revision', 'envio'] as const).map((paso) => estado.puedeIrA(paso))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    estado.irA('columnas');
    expect(estado.paso).toBe('columnas');
    estado.irA('envio'); // not yet
    expect(estado.paso).toBe('columnas');
    estado.irA('archivo');
    expect([estado.paso, estado.dejado]).toEqual(['archivo', true]);
    estado.carga.encontrada('C1', 'ENVIANDO');
    estado.paso = 'envio';
    expect(estado.puedeIrA('columnas')).toBe(false);
  });

  test('shows the result that its address names, but not over what was begun', async () => {
    const { estado } = await asistente({});
    estado.abrirResultado('5001');
    expect([estado.paso, estado.resultado]).toEqual(['resultado', '5001']);
    estado.empezarDeNuevo();
    expect([estado.paso, estado.resultado]).toEqual(['archivo', undefined]);
    await estado.traer([archivo('a.xlsx')]);
    estado.abrirResultado('5001');
    expect([estado.paso, estado.resultado]).toEqual(['revision', undefined]);
  });

  test('has nothing to go on with when the file could not be read', async () => {
    const problema = { codigo: 'ARCHIVO_DANADO' as const, mensaje: '' };
    const { estado } = await asistente({
      'revision.empezar': () => ({
        ...REVISION,
        estado: 'columnas',
        archivos: [{ ...LEGIBLE, tabla: null, problema }],
      }),
    });
    await estado.traer([archivo('a.xlsx')]);
    estado.volverAlArchivo();
    expect(estado.dejado).toBe(false);
  });

  test('remembers a template under the name of its file when no other is written', async () => {
    const { api, estado } = await asistente({
      'revision.empezar': () => ({ ...REVISION, estado: 'columnas', archivos: [LEGIBLE] }),
      'revision.leer': () => REVISION,
    });
    await estado.traer([archivo('a.xlsx')]);
    estado.revision.recordar = true;
    estado.revision.nombrarPlantilla();
    expect(estado.revision.plantilla).toBe('ventas de la caja');
    estado.revision.plantilla = '  ';
    await estado.revision.leer();
    expect(api.pedidos.at(-1)).toEqual(['revision.leer', expect.objectContaining({ plantilla: 'ventas de la caja' })]);
  });

  test('says what becomes of what was corrected when other columns are chosen', async () => {
    const arreglos = { mantenidos: 12, quitados: [{ campo: 'comprobante' as const, celdas: 2 }], incluidas: 0 };
    const { estado } = await asistente({
      'revision.empezar': () => ({ ...REVISION, archivos: [LEGIBLE] }),
      'revision.columnas': () => ({ ...REVISION, estado: 'columnas', archivos: [LEGIBLE], resumen: null, arreglos }),
    });
    await estado.traer([archivo('a.xlsx')]);
    expect(estado.revision.documento?.arreglos).toBeNull();
    await estado.revision.columnas(0, { mapear: { comprobante: 'Ticket' } });
    expect(estado.revision.documento?.arreglos).toEqual(arreglos);
  });

  test('shows the columns of what is dropped', async () => {
    const { api, estado } = await asistente({
      'revision.empezar': () => ({ ...REVISION, estado: 'columnas', resumen: null }),
    });
    await estado.traer([archivo('a.xlsx')]);
    expect(estado.paso).toBe('columnas');
    expect(api.pedidos.at(-1)).toEqual(['revision.empezar', { cuenta: 'mía', archivos: ['archivo:1/a.xlsx'] }]);
  });

  test('a corrected file of errors leads back to the rows', async () => {
    const { estado } = await asistente({});
    await estado.traer([archivo('errores.xlsx')]);
    expect(estado.paso).toBe('revision');
    expect([estado.filas, estado.validas, estado.omitidas]).toEqual([4, 3, 1]);
  });

  test('goes on where the application was closed', async () => {
    const { estado } = await asistente({ 'revision.ver': () => REVISION });
    await estado.recuperar();
    expect(estado.paso).toBe('revision');
  });

  test('a revision that was sent is not taken up again', async () => {
    const { estado } = await asistente({ 'revision.ver': () => ({ ...REVISION, estado: 'enviada' }) });
    await estado.recuperar();
    expect(estado.paso).toBe('archivo');
  });

  test('a send that was on its way when the page was closed is there again, in pause', async () => {
    const sent = { ...REVISION, estado: 'enviada' as const, archivos: [LEGIBLE], carga: 'C1' };
    const reciente = { carga: 'C1', archivos: [], at: 0, cupones: 3, estado: 'ENVIANDO', id: '48213' };
    const { api, estado } = await asistente({
      'revision.ver': () => sent,
      'cargas.recientes': () => [reciente],
      'cargas.retomar': () => [TERMINADA],
    });
    await estado.recuperar();
    expect([estado.paso, estado.nombre, estado.carga.pausada]).toEqual(['envio', LEGIBLE.nombre, true]);
    await estado.seguir();
    expect(api.pedidos.at(-1)).toEqual(['cargas.retomar', expect.objectContaining({ cuenta: 'mía', carga: 'C1' })]);
    expect(estado.paso).toBe('resultado');
  });

  describe('whose coupons are all confirmed, when the page was closed', () => {
    const sent = { ...REVISION, estado: 'enviada' as const, archivos: [LEGIBLE], carga: 'C1' };
    const reciente = { carga: 'C1', archivos: [], at: 0, cupones: 3, estado: 'ESPERANDO', id: '48213' };
    const enEspera = { 'revision.ver': () => sent, 'cargas.recientes': () => [reciente] };

    test('goes on by itself to its result', async () => {
      const { api, estado } = await asistente({ ...enEspera, 'cargas.retomar': () => [TERMINADA] });
      await estado.recuperar();
      expect(api.pedidos.at(-1)).toEqual([
        'cargas.retomar',
        expect.objectContaining({ carga: 'C1', sinPreguntar: true }),
      ]);
      expect(estado.paso).toBe('resultado');
    });

    test('waits for the person where the secret would have to be asked for', async () => {
      const { estado } = await asistente({ ...enEspera, 'cargas.retomar': () => falla('CLAVE_AUSENTE') });
      await estado.recuperar();
      expect([estado.paso, estado.carga.pausada, estado.carga.falla]).toEqual(['envio', true, undefined]);
    });
  });

  test('a send that had ended is not', async () => {
    const reciente = { carga: 'C1', archivos: [], at: 0, cupones: 3, estado: 'TERMINADA', id: '48213' };
    const { estado } = await asistente({
      'revision.ver': () => ({ ...REVISION, estado: 'enviada', carga: 'C1' }),
      'cargas.recientes': () => [reciente],
    });
    await estado.recuperar();
    expect([estado.paso, estado.nombre]).toEqual(['archivo', '']);
  });

  test('a file that cannot be read stays in the first step, with why', async () => {
    const { estado } = await asistente({ 'revision.empezar': () => falla('SIN_CONEXION') });
    await estado.traer([archivo('a.xlsx')]);
    expect(estado.paso).toBe('archivo');
    expect(estado.falla?.code).toBe('SIN_CONEXION');
  });

  test('sends the version that was seen, with the consent to the mark', async () => {
    const { api, estado } = await asistente({ 'revision.enviar': () => TERMINADA });
    await estado.traer([archivo('a.xlsx')]);
    estado.marca = false;
    await estado.enviar();
    expect(api.pedidos.at(-1)).toEqual([
      'revision.enviar',
      {
        cuenta: 'mía',
        revision: 'R1',
        version: 4,
        marcador: 'ninguno',
        informe: 'conciliacion-mía.xlsx',
      },
    ]);
    expect(estado.paso).toBe('resultado');
    expect(estado.carga.terminada).toEqual(TERMINADA);
  });

  test('the same file again is sent with the answer, not resumed', async () => {
    const { api, estado } = await asistente({
      'revision.enviar': ({ decidir }) =>
        decidir === 'nueva' ? TERMINADA : detenida({ codigo: 'YA_ENVIADO', decision: DECISION }),
    });
    await estado.traer([archivo('a.xlsx')]);
    await estado.enviar();
    // There is nothing to choose among: it is asked on the page, without a dialog.
    expect([estado.carga.repetida, estado.carga.decision]).toEqual([DECISION, undefined]);
    await estado.decidir('nueva');
    expect(api.pedidos.at(-1)?.[0]).toBe('revision.enviar');
    expect(estado.paso).toBe('resultado');
  });

  test('what an upload asks in the middle is answered to that upload', async () => {
    const { api, estado } = await asistente({
      'revision.enviar': () => detenida({ codigo: 'DECISION_NECESARIA', decision: DECISION }),
      'cargas.retomar': () => [TERMINADA],
    });
    await estado.traer([archivo('a.xlsx')]);
    await estado.enviar();
    await estado.decidir('nueva');
    expect(api.pedidos.at(-1)).toEqual([
      'cargas.retomar',
      { cuenta: 'mía', carga: 'C1', informe: 'conciliacion-mía.xlsx', decidir: 'nueva' },
    ]);
  });

  test('a decision that is put off is asked again when the person wants', async () => {
    const { estado } = await asistente({
      'revision.enviar': () => detenida({ codigo: 'DECISION_NECESARIA', decision: DECISION }),
    });
    await estado.traer([archivo('a.xlsx')]);
    await estado.enviar();
    estado.carga.posponer();
    expect(estado.carga.decision).toBeUndefined();
    expect(estado.carga.detenida?.decision).toEqual(DECISION);
    estado.carga.retomarDecision();
    expect(estado.carga.decision).toEqual(DECISION);
  });
});
