import { describe, expect, onTestFinished, test } from 'vitest';
import type { DatosRastro, FilaConClave, RastroPaso } from '#contract/datos.ts';
import { columnasDe } from '../../src-renderer/features/datos/columnas.ts';
import { vistasDe } from '../../src-renderer/features/datos/descripciones.ts';
import { fichaDe } from '../../src-renderer/features/datos/ficha.ts';
import { valorEnPalabras } from '../../src-renderer/features/datos/oracion.ts';
import { lineasDeRastro, nombreDe } from '../../src-renderer/features/rastro/pasos.ts';
import { overwriteGetLocale } from '../../src-renderer/paraglide/runtime.js';
import { monto } from '../../src-renderer/ui/format.ts';

const paso = (vista: RastroPaso['vista'], resto: Partial<RastroPaso> = {}): RastroPaso => ({
  vista,
  estado: 'no_encontrado',
  filas: [],
  total: 0,
  ambiguo: false,
  por: null,
  campos: [],
  porIdentificador: true,
  ...resto,
});
const hallado = (vista: RastroPaso['vista'], ...filas: readonly FilaConClave[]): RastroPaso =>
  paso(vista, { estado: 'encontrado', filas, total: filas.length });
const NADA: DatosRastro = {
  cupon: null,
  operacion: paso('operaciones'),
  liquidacion: paso('liquidaciones'),
  movimientos: paso('movimientos'),
  impuestos: paso('impuestos'),
  rechazos: paso('rechazos'),
};

test('a tax number is written with its dashes wherever a record is shown', () => {
  const movimiento: FilaConClave = { clave: 'm', cuit: '30500009992', cuit_cuenta: '30715542189', importe: '10.00' };
  const textos = new Map(fichaDe('movimientos', movimiento).map(({ campo, texto }) => [campo, texto]));
  expect([textos.get('cuit'), textos.get('cuit_cuenta')]).toEqual(['30-50000999-2', '30-71554218-9']);
  const [comercios] = vistasDe('comercios');
  const columna = comercios && columnasDe(comercios).find(({ clave }) => clave === 'cuit');
  expect(columna?.valor?.({ clave: 'c', cuit: '30715542189' })).toBe('30-71554218-9');
  expect(valorEnPalabras('movimientos', 'cuit', '30715542189')).toBe('30-71554218-9');
});

test('a record is called by a name of one', () => {
  expect(nombreDe('rechazos', { clave: 'r', rechazo: '0983790399' })).toBe('Contracargo 0983790399');
  expect(nombreDe('rechazos', { clave: 'r' })).toBe('Contracargos');
  expect(nombreDe('movimientos', { clave: 'm', banco: 'BANCO SERRANO' })).toBe('En BANCO SERRANO');
});

test('the trail goes from the operation to the bank, each with its amount and its page', () => {
  const lineas = lineasDeRastro({
    ...NADA,
    operacion: hallado('operaciones', {
      clave: 'a',
      id: '1',
      comprobante: '00031699',
      importe: '100.00',
      fecha_venta: '2026-11-10',
    }),
    liquidacion: hallado('liquidaciones', {
      clave: 'b',
      id: '22',
      numero: '00458384',
      total_acreditado: '97.50',
      fecha: '2026-11-12',
    }),
  });
  expect(lineas.slice(0, 2)).toMatchObject([
    { titulo: 'Operación 00031699', importe: '100.00', estado: 'conciliado', corte: false },
    { titulo: 'Liquidación 00458384', importe: '97.50', enlace: '#/liquidaciones/22' },
  ]);
  expect(lineas[0]?.detalle).toContain('10/11/2026');
});

test('what left the bank has its minus in the trail as in the record of the movement', () => {
  const banco = 'BANCO SERRANO';
  const salida: FilaConClave = {
    clave: 'm',
    banco,
    importe: '38828.35',
    importe_neto: '-38828.35',
    debito_credito: 'D',
  };
  const lineas = lineasDeRastro({ ...NADA, movimientos: hallado('movimientos', salida) });
  expect(lineas.map(({ importe }) => importe)).toContain('-38828.35');
  expect(fichaDe('movimientos', salida)).toMatchObject([
    { campo: 'banco', texto: 'BANCO SERRANO' },
    { campo: 'debito_credito', texto: 'Débito' },
    { campo: 'importe_neto', importe: '-38828.35' },
  ]);
  // Another letter: nobody knows the sign, and the amount is there as it came.
  const rara: FilaConClave = { ...salida, importe_neto: null, debito_credito: 'X' };
  expect(fichaDe('movimientos', rara).map(({ campo }) => campo)).toEqual(['banco', 'debito_credito', 'importe']);
});

test('a stop that the service stopped showing says that it is in doubt', () => {
  const dudosa: FilaConClave = {
    clave: 'o',
    fecha_venta: '2026-11-10',
    importe: '1.00',
    en_duda: '2026-11-21 10:00:00',
  };
  const [detalle] = lineasDeRastro({ ...NADA, operacion: hallado('operaciones', dudosa) }).map(
    (linea) => linea.detalle,
  );
  expect(detalle).toMatch(/ · En duda$/);
});

test('what is deducted from a sale has in its record the minus that it has in the grid', () => {
  const venta: FilaConClave = { clave: 'o', importe: '600.00', arancel: '4.80' };
  const importes = new Map(fichaDe('operaciones', venta).map(({ campo, importe }) => [campo, importe]));
  expect(fichaDe('operaciones', { ...venta, tna: '43.50' })).toContainEqual(
    expect.objectContaining({ campo: 'tna', texto: '43,50 %' }),
  );
  expect(importes.get('importe')).toBe('600.00');
  expect(importes.get('arancel')).toBe('-4.80');
});

test('never read, not contracted and not there are three different lines', () => {
  const detalles = (['no_descargado', 'no_contratado', 'no_encontrado'] as const).map((estado) => {
    const movimiento = lineasDeRastro({ ...NADA, movimientos: paso('movimientos', { estado }) }).find(
      ({ id }) => id === 'movimientos',
    );
    return [movimiento?.detalle, movimiento?.estado];
  });
  expect(new Set(detalles.map(([detalle]) => detalle)).size).toBe(3);
  expect(detalles.map(([, estado]) => estado)).toEqual(['sin-datos', 'sin-datos', 'sin-conciliar']);
});

test('what has not happened yet is waited for, with its day, and breaks nothing', () => {
  const lineas = lineasDeRastro({
    ...NADA,
    operacion: hallado('operaciones', { clave: 'a', id: '1', fecha_pago: '2026-11-27' }),
    liquidacion: paso('liquidaciones', { estado: 'pendiente' }),
    movimientos: paso('movimientos', { estado: 'pendiente' }),
  });
  const [, liquidacion, movimientos] = lineas;
  expect([liquidacion?.estado, liquidacion?.corte, movimientos?.estado]).toEqual(['espera', false, 'espera']);
  expect(liquidacion?.detalle).toContain('27/11/2026');
});

test('how a stop is known is said in the language of the screen', () => {
  const por = (en: 'es-AR' | 'en'): string | undefined => {
    overwriteGetLocale(() => en);
    return lineasDeRastro({
      ...NADA,
      movimientos: { ...hallado('movimientos', { clave: 'a', id: '1' }), por: 'referencia_importe_otro' },
    }).find(({ id }) => id === 'movimientos a')?.detalle;
  };
  onTestFinished(() => {
    overwriteGetLocale(() => 'es-AR');
  });
  expect(por('es-AR')).toContain('el importe es otro');
  expect(por('en')).toContain('the amount differs');
});

test('several that fit are doubtful, and how many there are is said', () => {
  const filas = ['1', '2', '3', '4', '5'].map((clave) => ({ clave, id: clave }));
  const lineas = lineasDeRastro({
    ...NADA,
    operacion: { ...hallado('operaciones', ...filas), ambiguo: true, porIdentificador: false },
  }).filter(({ id }) => id.startsWith('operacion'));
  expect(lineas).toHaveLength(3);
  expect(lineas.every(({ estado }) => estado === 'dudoso')).toBe(true);
  expect(lineas.at(-1)?.detalle).toContain('y 2 más');
});

test('where there should be a record, that there is none is its name', () => {
  const titulos = lineasDeRastro(NADA).map(({ titulo }) => titulo);
  expect(titulos).toEqual(['Sin operación', 'Sin liquidación', 'En el banco', 'Impuestos', 'Contracargos']);
  const [operacion] = lineasDeRastro({ ...NADA, operacion: paso('operaciones', { estado: 'no_descargado' }) });
  expect(operacion?.titulo).toBe('Operación');
});

describe('whose figure it is', () => {
  const venta = { clave: 'a', id: '1', comprobante: '00031699', importe: '4890.00', fecha_venta: '2026-10-01' };
  const liquidada = (ventas: number | undefined, ...ventasDeElla: readonly FilaConClave[]) =>
    new Map(
      lineasDeRastro({
        ...NADA,
        operacion: hallado('operaciones', ...ventasDeElla),
        liquidacion: {
          ...hallado('liquidaciones', { clave: 'b', id: '2', numero: '7', total_acreditado: '80000.00' }),
          ...(ventas === undefined ? {} : { ventas }),
        },
        movimientos: hallado('movimientos', { clave: 'c', id: '3', banco: 'X', importe: '80000.00' }),
        impuestos: hallado('impuestos', { clave: 'd', id: '4', numero: '7', total_impuestos: '500.00' }),
      }).map(({ id, detalle }) => [id.split(' ')[0], detalle]),
    );

  test('is said beside every amount of the whole settlement', () => {
    const detalles = liquidada(12, venta);
    expect(detalles.get('liquidacion')).toContain(`12 ventas · tu parte ${monto('4890.00')}`);
    expect(detalles.get('movimientos')).toContain('de toda la liquidación');
    expect(detalles.get('impuestos')).toContain('de toda la liquidación');
    expect(detalles.get('operacion')).not.toContain('tu parte');
  });

  test('needs no saying where it is of one sale, or where no single one is followed', () => {
    expect(liquidada(1, venta).get('liquidacion')).toBe('1 venta');
    expect(liquidada(12, venta, { ...venta, clave: 'e' }).get('liquidacion')).toBe('12 ventas');
    expect(liquidada(undefined, venta).get('movimientos')).toBe('');
  });
});

test('having no chargeback nor tax breaks nothing', () => {
  const cortes = lineasDeRastro(NADA).filter(({ corte }) => corte);
  expect(cortes.map(({ id }) => id)).toEqual(['operacion', 'liquidacion', 'movimientos']);
});

test('taxes keep the minus that they always have, and of a known operation no chargeback is none', () => {
  const lineas = lineasDeRastro({
    ...NADA,
    operacion: hallado('operaciones', { clave: 'a', id: '1', comprobante: '1', importe: '100.00' }),
    impuestos: hallado(
      'impuestos',
      { clave: 'b', id: '2', numero: '7', total_impuestos: '5.00' },
      { clave: 'c', id: '3', numero: '8', total_impuestos: '0.00' },
    ),
  });
  expect(lineas.filter(({ icono }) => icono === 'percent').map(({ importe }) => importe)).toEqual(['-5.00', '0.00']);
  expect(lineas.at(-1)?.detalle).toBe('Ninguno');
});
