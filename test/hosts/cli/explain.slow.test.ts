import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FIELDS_IN_ORDER, type Cupon } from '#domain/cupon.ts';
import { makeSampleCupones } from '#sandbox/index.ts';
import { sheetOf, readWorkbook } from '../../workbook/write/read-back.ts';
import { mountWorld, NO_WAITS, type World } from './world.ts';

/** What of the documents is looked at here. */
interface Cupones {
  readonly id: string | null;
  readonly causas: readonly unknown[];
  readonly cupones: readonly {
    readonly seq: number | null;
    readonly archivo: string;
    readonly fila: number;
    readonly cupon: Cupon;
    readonly motivo: string;
    readonly certeza: string;
    readonly texto: string;
    readonly candidatos: readonly {
      readonly operacion: Readonly<Record<string, string | null>>;
      readonly puntaje: number;
      readonly diferencias: readonly {
        readonly campo: string;
        readonly cupon: string | null;
        readonly operacion: string | null;
      }[];
    }[];
    readonly otro: { readonly seq: number | null; readonly fila: number } | null;
    readonly decision: unknown;
    readonly yaEnviado?: true;
  }[];
}

interface Upload {
  readonly id: string;
  readonly carga: string;
  readonly sinConciliar: number;
}

interface MissingSales {
  readonly operaciones: readonly { readonly operacion: Readonly<Record<string, string | null>> }[];
  readonly noConciliadas: {
    readonly detalle: readonly {
      readonly cupones: readonly {
        readonly conciliacion: string;
        readonly fila: number;
        readonly seq: number | null;
      }[];
    }[];
  };
  readonly resumen: readonly { readonly operaciones: number; readonly cajaSinCargar: boolean }[];
  readonly cobertura: unknown;
}

let world: World;
let file: string;
let slips: ReadonlyMap<number, ReturnType<typeof makeSampleCupones>[number]['mistake']>;

const toCsv = (cupones: readonly Cupon[]): string =>
  [
    FIELDS_IN_ORDER.join(';'),
    ...cupones.map((cupon) => FIELDS_IN_ORDER.map((field) => cupon[field] ?? '').join(';')),
    '',
  ].join('\n');

const json = async <T>(args: readonly string[]): Promise<T> => {
  const { codigo, stdout, stderr } = await world.cli([...args, '--json']);
  expect({ codigo, stderr }).toMatchObject({ codigo: 0 });
  return JSON.parse(stdout) as T;
};

beforeAll(async () => {
  world = await mountWorld();
  const samples = makeSampleCupones(world.sandbox, { cantidad: 300, semilla: 3 });
  // The header is the first row.
  slips = new Map(samples.map(({ mistake }, i) => [i + 2, mistake]));
  file = world.file('cupones.csv', toCsv(samples.map(({ cupon }) => cupon)));
});
afterAll(() => world.close());

/** The reason that each mistake of the example is. */
const MOTIVOS = {
  importe: 'IMPORTE_DISTINTO',
  comprobante: 'COMPROBANTE_DISTINTO',
  tarjeta: 'TARJETA_DISTINTA',
  fecha: 'FECHA_DISTINTA',
  inexistente: 'SIN_OPERACION',
} as const;

describe('why coupons did not match, from the command line', () => {
  test('previa says what would match before anything is sent', async () => {
    await json(['sincronizar', '--desde', '2025-08-01']);
    world.sandbox.forgetReceived();
    const { id, cupones } = await json<Cupones>(['previa', file]);
    expect(id).toBeNull();
    expect(world.sandbox.listReceived('subir')).toEqual([]);
    expect(cupones.map(({ fila }) => fila)).toEqual([...slips.keys()]);
    expect(cupones.every(({ seq }) => seq === null)).toBe(true);
    const right = cupones.filter(({ fila }) => slips.get(fila) === null);
    expect(right.filter(({ motivo }) => motivo !== 'COINCIDE_SIN_CONCILIAR')).toEqual([]);
  });

  test('explicar says of each coupon its reason, the operation and what differs', async () => {
    const { id, carga, sinConciliar } = await json<Upload>(['conciliar', file, ...NO_WAITS]);
    const doc = await json<Cupones>(['explicar', id]);
    expect(doc.id).toBe(id);
    expect(doc.cupones).toHaveLength(sinConciliar);
    for (const { fila, seq, motivo, texto, candidatos, decision } of doc.cupones) {
      const mistake = slips.get(fila);
      expect(mistake).toBeTypeOf('string');
      if (mistake === null || mistake === undefined) continue;
      expect({ fila, motivo }).toEqual({ fila, motivo: MOTIVOS[mistake] });
      expect(seq).toBe(fila - 1);
      expect(texto).not.toBe('');
      expect(decision).toBeNull();
      if (mistake === 'inexistente') continue;
      expect(candidatos[0]?.puntaje).toBeGreaterThan(0.9);
      const [difference] = candidatos[0]?.diferencias ?? [];
      expect(difference?.cupon).not.toBe(difference?.operacion);
    }
    expect(await json<Cupones>(['explicar', carga])).toEqual(doc);
  });

  test('explicar says which coupon of the upload is repeated, and of each only what the person typed', async () => {
    const samples = makeSampleCupones(world.sandbox, { cantidad: 300, semilla: 3 });
    const right = samples.filter(({ mistake }) => mistake === null).map(({ cupon }) => cupon);
    const repeated = world.file('repetidos.csv', toCsv([...right.slice(0, 6), ...right.slice(2, 4)]));
    const { id } = await json<Upload>(['conciliar', repeated, '--repetir', ...NO_WAITS]);
    const { cupones } = await json<Cupones>(['explicar', id]);
    expect(cupones.map(({ seq, fila, motivo, otro }) => [seq, fila, motivo, otro?.seq, otro?.fila])).toEqual([
      [7, 8, 'DUPLICADO_EN_CARGA', 3, 4],
      [8, 9, 'DUPLICADO_EN_CARGA', 4, 5],
    ]);
    expect(cupones.map(({ cupon }) => cupon)).toEqual(right.slice(2, 4));
  });

  test('explicar is read by people too', async () => {
    const { id } = await json<Upload>(['conciliar', file, '--repetir', ...NO_WAITS]);
    const { codigo, stdout } = await world.cli(['explicar', id]);
    expect(codigo).toBe(0);
    expect(stdout).toMatch(/La tarjeta informó \$.[\d.]+,00; vos cargaste \$.[\d.]+,13\. Difiere en \$/u);
  });

  test('explicar writes the report with the reasons', async () => {
    const { id } = await json<Upload>(['conciliar', file, '--repetir', ...NO_WAITS]);
    const { exportado } = await json<{ readonly exportado: string }>(['explicar', id, '--salida', 'por-que.xlsx']);
    const sheets = await readWorkbook(exportado);
    const why = sheetOf(sheets, 'Por qué').filas.flat();
    expect(why.filter((cell) => typeof cell === 'string' && cell.startsWith('La tarjeta informó'))).not.toEqual([]);
    expect(sheetOf(sheets, 'Sin conciliar').filas.flat()).toContain('Últimos 4');
    expect(sheetOf(sheets, 'Causas').filas.flat()).not.toContain('Ninguna causa en común.');
  });

  test('the reports that conciliar and resultado write have the reasons too', async () => {
    const { id, informe } = await json<Upload & { readonly informe: string }>([
      'conciliar', file, '--repetir', ...NO_WAITS, '--informe', 'de-una.xlsx',
    ]); // prettier-ignore
    const { exportado } = await json<{ readonly exportado: string }>([
      'conciliaciones', 'resultado', id, '--exportar', 'leido.xlsx',
    ]); // prettier-ignore
    for (const file of [informe, exportado]) {
      const sheets = await readWorkbook(file);
      expect(sheetOf(sheets, 'Por qué').filas.flat()).toContainEqual(expect.stringMatching(/^La tarjeta informó/));
      expect(sheetOf(sheets, 'Sin conciliar').filas.flat()).toContain('Últimos 4');
      expect(sheetOf(sheets, 'Causas').filas.flat()).not.toContain('Ninguna causa en común.');
    }
  });

  test('previa of a file that was sent counts what will match when it is sent again', async () => {
    interface Forecast extends Cupones {
      readonly conciliarian: { readonly cupones: number; readonly yaEnviados: number };
    }
    // Other sales of the same shop, which were never sent.
    const others = makeSampleCupones(world.sandbox, { cantidad: 500, semilla: 8 });
    const rows = makeSampleCupones(world.sandbox, { cantidad: 300, semilla: 3 });
    const again = world.file('de-nuevo.csv', toCsv([...rows, ...others].map(({ cupon }) => cupon)));
    const { conciliarian, cupones } = await json<Forecast>(['previa', again]);
    const { conciliados } = await json<Upload & { readonly conciliados: number }>([
      'conciliar', again, '--decidir', 'enviar-todos', ...NO_WAITS,
    ]); // prettier-ignore
    expect(conciliados).toBeGreaterThan(500);
    expect(Math.abs(conciliarian.cupones - conciliados)).toBeLessThanOrEqual(conciliados / 100);
    const told = cupones
      .filter(({ motivo, yaEnviado }) => yaEnviado && motivo === 'COINCIDE_SIN_CONCILIAR')
      .map(({ fila }) => fila - 2);
    expect(told.length).toBe(conciliarian.yaEnviados);
    // The first 300 rows are those that were sent. A sale that stands twice in this file was sent once.
    expect(told.every((row) => row < 300)).toBe(true);
    const right = rows.filter(({ mistake }) => mistake === null).length;
    expect(told.length).toBeGreaterThan(right * 0.99);
    const { stdout } = await world.cli(['previa', again]);
    expect(stdout).toMatch(/De éstos, \d+ cupones ya se enviaron y conciliaron/u);
  });

  test('faltantes names the operations of which there is no coupon', async () => {
    const { operaciones, resumen, cobertura } = await json<MissingSales>([
      'faltantes', '--desde', '2026-10-01', '--hasta', '2026-10-31',
    ]); // prettier-ignore
    expect(operaciones.length).toBeGreaterThan(0);
    expect(operaciones.every(({ operacion }) => operacion['fecha_venta']?.startsWith('2026-10') === true)).toBe(true);
    const untouched = resumen.filter(({ cajaSinCargar }) => cajaSinCargar);
    const counted = resumen.filter((one) => !untouched.includes(one)).reduce((sum, one) => sum + one.operaciones, 0);
    expect(counted).toBe(operaciones.length);
    expect(cobertura).toMatchObject({ estado: 'al_dia' });
  });

  test('faltantes names the coupon, in our upload, of each operation whose coupon did not match', async () => {
    const { noConciliadas } = await json<MissingSales>(['faltantes', '--desde', '2025-08-01', '--hasta', '2026-10-31']);
    const uploaded = noConciliadas.detalle.flatMap(({ cupones }) => cupones);
    expect(uploaded.length).toBeGreaterThan(0);
    // The header is the first row.
    expect(uploaded.map(({ seq }) => seq)).toEqual(uploaded.map(({ fila }) => fila - 1));
  });

  test.each([
    [['explicar', '99999'], 1, 'CONCILIACION_INEXISTENTE'],
    [['explicar'], 2, 'USO'],
    [['faltantes', '--desde', '2026-10-31', '--hasta', '2026-10-01'], 2, 'ENTRADA_INVALIDA'],
    [['previa', 'no-esta.csv'], 1, 'ARCHIVO_INEXISTENTE'],
  ])('%j is told what is wrong', async (args, codeText, code) => {
    const output = await world.cli([...args, '--json']);
    expect(output.codigo).toBe(codeText);
    expect(JSON.parse(output.stdout)).toMatchObject({ codigo: code, mensaje: expect.any(String) });
  });

  test('previa of a file with bad rows has the code that conciliar has', async () => {
    const bad = world.file(
      'malas.csv',
      'Fecha;Importe;Comprobante;Tarjeta\n01/10/2026;cien;1;1234\n01/10/2026;10,00;2;1234\n',
    );
    const output = await world.cli(['previa', bad, '--json']);
    expect(output.codigo).toBe(1);
    expect(JSON.parse(output.stdout)).toMatchObject({
      ...{ codigo: 'VALIDACION_RECHAZADA', archivos: [{ conError: 1 }], conciliarian: expect.any(Object) },
      mensaje: expect.any(String),
    });
  });
});
