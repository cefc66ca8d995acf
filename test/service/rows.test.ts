import { fc, forAllOf } from '../for-all.ts';
import { expect, test } from 'vitest';
import { VIEWS } from '#domain/views/index.ts';
import { wireOf } from '../../src-main/service/lists.ts';
import { createRowParser } from '../../src-main/service/wire/rows.ts';
import { memoryLearned, noSignal, clientOf, type TestService } from './fixtures.ts';
import { today } from './listing.ts';

const window = { desde: today, hasta: today };

const OPERACION = {
  id: '10',
  fecha_venta: '2026-10-15 09:30:00',
  fecha_presentacion: '2026-10-15',
  tarjeta: 'TARJETA',
  lote: '0042',
  comprobante: '00001234',
  importe: '1500.5',
  fecha_pago: '2026-10-17',
  nro_liquidacion: '',
  liquidaciones_id: '',
  arancel: '',
  costo_fin: null,
  billetera: '',
  acreditada: null,
};

async function reading<T>(answers: unknown, read: (service: TestService) => Promise<T>) {
  const body = typeof answers === 'string' ? answers : JSON.stringify(answers);
  const learned = memoryLearned({ parametros: 'cuerpo', pagina_base: '1' });
  const { service } = await clientOf(() => ({ body }), { learned });
  return { value: await read(service), service };
}

/** The fields whose values set rows aside. */
const fieldsOf = ({ quarantined }: TestService): readonly string[] =>
  quarantined.flatMap(({ problemas }) => problemas.map(({ campo }) => campo));

const operaciones = (rows: readonly unknown[]) =>
  reading({ operaciones: rows, total: rows.length }, (service) =>
    service.operaciones.readAll({ ventana: window }, noSignal),
  );

test('a row comes out with its values typed and nothing invented', async () => {
  const { value } = await operaciones([OPERACION]);
  expect(value.rows).toMatchObject([
    {
      id: '10',
      fecha_venta: { fecha: '2026-10-15', hora: '09:30:00' },
      lote: '0042',
      importe: 150_050,
      nro_liquidacion: null,
      liquidaciones_id: null,
      arancel: null,
      costo_fin: null,
      billetera: '',
      terminal: null,
      acreditada: null,
      extra: null,
    },
  ]);
});

test.for([
  ['importe', '1,500.50'],
  ['importe', '1500.505'],
  ['importe', 1500.5],
  ['importe', true],
  ['id', 10],
  ['importe', null],
  ['fecha_venta', '15/10/2026'],
  ['fecha_venta', '2026-02-30'],
  ['fecha_venta', '2026-10-15T09:30:00-03:00'],
  ['fecha_pago', '2026-10-17 00:00:00'],
  ['fecha_pago', '0000-00-00'],
  ['fecha_venta', '2026-10-15T09:30:00'],
  ['fecha_venta', '2026-10-15 09:30:00.250'],
  ['tna', 45.5],
  ['acreditada', 'true'],
  ['acreditada', 1],
  ['id', ''],
  ['lote', { n: 1 }],
] as const)('a row whose %s is %o goes to the quarantine alone, with its raw text', async ([field, value]) => {
  const bad = { ...OPERACION, id: '11', [field]: value };
  const { value: read, service } = await operaciones([OPERACION, bad, { ...OPERACION, id: '12' }]);
  expect(read.rows.map(({ id }) => id)).toEqual(['10', '12']);
  expect(read.bad).toHaveLength(1);
  expect(service.quarantined).toEqual([
    { metodo: 'operaciones', raw: JSON.stringify(bad), problemas: [{ campo: field, forma: expect.any(String) }] },
  ]);
});

test('text comes out composed, escaped or not', async () => {
  const text = JSON.stringify({ operaciones: [{ ...OPERACION, comercio: 'Cafe\u0301' }], total: 1 }).replace(
    '\u0301',
    '\\u0301',
  );
  const { value } = await reading(text, (service) => service.operaciones.readAll({ ventana: window }, noSignal));
  expect(value.rows[0]?.comercio).toBe('Caf\u00e9');
});

test('not contracted is told from no movements', async () => {
  const none = { movimientos: [], total: '0', importe_total: '0.00' };
  const read = (interbanking: boolean) =>
    reading({ interbanking, ...none }, (service) => service.movimientos.readAll({ ventana: window }, noSignal));
  expect((await read(false)).value.headers).toEqual([{ contratado: false }]);
  expect((await read(true)).value.headers).toEqual([{ contratado: true }]);
});

test('a day of the calendar without an amount says the other one', async () => {
  const body = [{ dia: '15', fecha: '2026-10-15', vendido: '1,000.00', acreditado: null }];
  const { value } = await reading(body, (service) => service.calendario({ mes: '2026-10' }, noSignal));
  expect(value.filas).toMatchObject([{ vendido: 100_000, acreditado: null }]);
});

const IMPUESTO = {
  id: '5',
  fecha: '15/10/2026',
  ...Object.fromEntries(
    ['impuesto_iva_105', 'impuesto_iva_21', 'imp_iva', 'impuesto_otros', 'total_impuestos']
      .concat(
        ['retencion', 'percepcion'].flatMap((kind) =>
          ['iva', 'iibb', 'ganancias', 'otros'].map((of) => `${kind}_${of}`),
        ),
      )
      .concat(['total_retenciones', 'total_percepciones'])
      .map((name) => [name, '1.10']),
  ),
};

const SALE = { descripcion: 'VENTA', terminal: '', lote: '', comprobante: '', transacciones: '1', tarjeta: '', importe: '1.10', motivo: '' }; // prettier-ignore
const IMPORTES = ['facturado_debito', 'facturado_credito', 'facturado_credito_cuotas', 'facturado_descontado', 'facturado_otro', 'descontado_arancel', 'descontado_promocion', 'descontado_impuesto', 'descontado_cuota', 'descontado_adelanto', 'descontado_otro', 'total_facturado', 'total_descontado', 'total_acreditado']; // prettier-ignore
const LIQUIDACION = { id: '9', fecha: '15/10/2026', ...Object.fromEntries(IMPORTES.map((name) => [name, '1.10'])) };

const readSettlement = (row: object) =>
  reading({ liquidaciones: [row], total: 1 }, (service) =>
    service.liquidaciones.readAll({ ventana: window }, noSignal),
  );

test('a settlement has the sales and the discounts that its detail lists', async () => {
  const { value } = await readSettlement({ ...LIQUIDACION, detalle: { ventas: [SALE], descuentos: [] } });
  expect(value.rows).toMatchObject([{ id: '9', detalle: { ventas: [{ importe: 110 }], descuentos: [] } }]);
});

test.for([[], {}, { ventas: null, descuentos: [] }, { ventas: [SALE] }, { otra: 1 }, [1]])(
  'a settlement whose detail is %j is set aside',
  async (detail) => {
    const { value, service } = await readSettlement({ ...LIQUIDACION, detalle: detail });
    expect(value.rows).toEqual([]);
    expect(service.quarantined).toHaveLength(1);
    for (const field of fieldsOf(service)) expect(field).toMatch(/^detalle(\.|$)/);
  },
);

test.for(['2026-10-15', '2026-10-15 00:00:00', '15/10/2026 00:00:00'])(
  'a settlement dated %s is set aside',
  async (date) => {
    const { value, service } = await readSettlement({ ...LIQUIDACION, fecha: date });
    expect(value.rows).toEqual([]);
    expect(fieldsOf(service)).toEqual(['fecha']);
  },
);

test('an amount of a settlement that is not reported is not known, and its row stays', async () => {
  const row = { ...LIQUIDACION, descontado_cuota: null, total_acreditado: '' };
  const liquidaciones = [row, { ...row, id: '10', total_facturado: '1,5' }];
  const { value, service } = await reading({ liquidaciones, total: 2 }, (which) =>
    which.liquidaciones.readAll({ ventana: window }, noSignal),
  );
  expect(value.rows).toMatchObject([{ id: '9', total_facturado: 110, descontado_cuota: null, total_acreditado: null }]);
  expect(fieldsOf(service)).toEqual(['total_facturado']);
});

test('a detail that did not come is not an empty one', async () => {
  const rows = [IMPUESTO, { ...IMPUESTO, id: '6', detalle: [] }];
  const { value } = await reading({ liquidaciones: rows, total: 2 }, (service) =>
    service.impuestos.readAll({ ventana: window }, noSignal),
  );
  expect(value.rows.map(({ detalle }) => detalle)).toEqual([null, []]);
});

test('a detail line keeps its own unknown fields', async () => {
  const detail = [{ tipo: 'RETENCIO\u0301N', motivo: 'IIBB', porcentaje: null, importe: '-2.5', nuevo: 1 }];
  const { value } = await reading({ liquidaciones: [{ ...IMPUESTO, detalle: detail }], total: 1 }, (service) =>
    service.impuestos.readAll({ ventana: window }, noSignal),
  );
  expect(value.rows[0]?.detalle).toEqual([
    { tipo: 'RETENCI\u00d3N', motivo: 'IIBB', descripcion: null, porcentaje: null, importe: -250, extra: { nuevo: 1 } },
  ]);
});

test('a row is read as its schema reads it, whatever its fields hold', () => {
  const wire = wireOf(VIEWS.operaciones);
  const parse = createRowParser(wire);
  const value = fc.oneof(
    fc.constantFrom('', '0', '10', '1500.5', '1500.505', '2026-10-15', '2026-10-15 09:30:00', '15/10/2026', 'a\u0301'),
    fc.constantFrom(null, undefined, true, false, 0, 7, 1.5, [], {}),
  );
  const field = fc.constantFrom(...Object.keys(wire.shape), 'campo_nuevo');
  forAllOf(1000, fc.array(fc.tuple(field, value), { maxLength: 3 }), (changes) => {
    const raw = { ...OPERACION, ...Object.fromEntries(changes) };
    const result = parse(raw);
    const schema = wire.safeParse(raw);
    expect(result.ok).toBe(schema.success);
    if (!result.ok) return;
    const { extra, ...row } = result.row;
    expect(row).toEqual(schema.data);
    expect(extra).toEqual('campo_nuevo' in raw ? { campo_nuevo: raw.campo_nuevo } : null);
  });
});
