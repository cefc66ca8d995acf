import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DatosRastro, FilaConClave } from '#contract/datos.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import type { Metodo } from '#domain/vista.ts';
import { nunca, unosDatos, type DatosDePrueba } from './apoyo.ts';

const METODOS: Metodo[] = [
  'operaciones',
  'movimientos',
  'liquidaciones',
  'impuestos',
  'rechazos',
  'liquidaciones-conciliadas',
];

let prueba: DatosDePrueba;
const filas = new Map<Metodo, readonly FilaConClave[]>();
beforeAll(async () => {
  prueba = await unosDatos({ operaciones: 6000 });
  await prueba.mundo.sincronizar({ desde: '2026-08-01', hasta: '2026-11-21', metodos: METODOS });
  await prueba.mundo.sandbox.close();
  for (const vista of METODOS) filas.set(vista, await todas(vista));
});
afterAll(async () => {
  await prueba[Symbol.asyncDispose]();
});

async function todas(vista: Metodo): Promise<readonly FilaConClave[]> {
  const leidas: FilaConClave[] = [];
  for (;;) {
    const { filas: mas, hayMas } = await prueba.datos.pagina(
      { cuenta: undefined, vista, desdeFila: leidas.length, filas: 1000 },
      nunca,
    );
    leidas.push(...mas);
    if (!hayMas) return leidas;
  }
}
const una = (vista: Metodo, cumple: (fila: FilaConClave) => boolean): FilaConClave => {
  const fila = filas.get(vista)?.find(cumple);
  if (fila === undefined) throw new Error(`no row of ${vista} fits`);
  return fila;
};
const rastro = (de: MethodParsed<'datos.rastro'>['de']): Promise<DatosRastro> =>
  prueba.datos.rastro({ cuenta: undefined, de }, nunca);
const desde = (vista: Metodo, fila: FilaConClave): Promise<DatosRastro> => rastro({ vista, clave: fila.clave });

/** A settlement of some time ago, paid and linked by the bank. */
const liquidada = (): FilaConClave => {
  const pagadas = new Set((filas.get('movimientos') ?? []).map((fila) => fila['liquidaciones_id']));
  const vendidas = new Set((filas.get('operaciones') ?? []).map((fila) => fila['liquidaciones_id']));
  return una(
    'liquidaciones',
    (fila) => pagadas.has(fila.clave) && vendidas.has(fila.clave) && String(fila['fecha']) > '2026-08-20',
  );
};

describe('the trail of an operation', () => {
  test('goes to its settlement, its payment and its taxes', async () => {
    const liquidacion = liquidada();
    const operacion = una('operaciones', (fila) => fila['liquidaciones_id'] === liquidacion.clave);
    const pasos = await desde('operaciones', operacion);
    expect(pasos.operacion.filas).toEqual([operacion]);
    expect(pasos.liquidacion).toMatchObject({
      estado: 'encontrado',
      porIdentificador: true,
      campos: ['liquidaciones_id'],
      filas: [liquidacion],
    });
    expect(pasos.movimientos).toMatchObject({
      estado: 'encontrado',
      porIdentificador: true,
      campos: ['liquidaciones_id'],
    });
    expect(pasos.movimientos.filas[0]?.['importe']).toBe(String(liquidacion['total_acreditado']).replace('-', ''));
    expect(pasos.impuestos.filas.map((fila) => fila['numero'])).toEqual([liquidacion['numero']]);
    expect(pasos.cupon).toBeNull();
  });

  test('says how many sales its settlement has, also those that are not here', async () => {
    const ventasDe = (liquidacion: FilaConClave): readonly FilaConClave[] =>
      filas.get('operaciones')?.filter((fila) => fila['liquidaciones_id'] === liquidacion.clave) ?? [];
    const suma = (liquidacion: FilaConClave): number =>
      ventasDe(liquidacion).reduce((total, { importe }) => total + Math.round(Number(importe) * 100), 0);
    const facturado = (liquidacion: FilaConClave): number => Math.round(Number(liquidacion['total_facturado']) * 100);
    const entera = una('liquidaciones', (fila) => ventasDe(fila).length > 1 && suma(fila) === facturado(fila));
    const { liquidacion } = await desde('operaciones', ventasDe(entera)[0] ?? entera);
    expect(liquidacion.ventas).toBe(ventasDe(entera).length);
    // Its other sales are of before the first day that was downloaded: the service counts them.
    const cortada = una('liquidaciones', (fila) => ventasDe(fila).length > 0 && suma(fila) < facturado(fila));
    const contada = una('liquidaciones-conciliadas', ({ clave }) => clave === cortada.clave);
    expect(contada['operaciones']).toBeGreaterThan(ventasDe(cortada).length);
    expect((await desde('operaciones', ventasDe(cortada)[0] ?? cortada)).liquidacion.ventas).toBe(
      contada['operaciones'],
    );
  });

  test('that is not settled yet says that there is no settlement', async () => {
    const operacion = una('operaciones', (fila) => fila['liquidaciones_id'] === null);
    const { liquidacion, impuestos, movimientos } = await desde('operaciones', operacion);
    expect([liquidacion.estado, impuestos.estado, movimientos.estado]).toEqual(Array(3).fill('pendiente'));
    expect(liquidacion.filas).toEqual([]);
  });

  test('that is not settled yet says so even where no settlement was ever downloaded', async () => {
    await using otra = await unosDatos({ operaciones: 1000 });
    await otra.mundo.sincronizar({ desde: '2026-10-01', hasta: '2026-11-21', metodos: ['operaciones'] });
    const { filas: operaciones } = await otra.datos.pagina(
      {
        cuenta: undefined,
        vista: 'operaciones',
        filtros: [{ campo: 'liquidaciones_id', op: 'vacio', valor: '' }],
        desdeFila: 0,
        filas: 1,
      },
      nunca,
    );
    const clave = operaciones[0]?.clave ?? '';
    const { liquidacion } = await otra.datos.rastro({ cuenta: undefined, de: { vista: 'operaciones', clave } }, nunca);
    expect(liquidacion.estado).toBe('pendiente');
  });

  test('whose settlement was not downloaded says that, not that there is none', async () => {
    await using otra = await unosDatos({ operaciones: 1000 });
    await otra.mundo.sincronizar({ desde: '2026-08-01', hasta: '2026-08-31', metodos: ['operaciones'] });
    const { filas: operaciones } = await otra.datos.pagina(
      { cuenta: undefined, vista: 'operaciones', desdeFila: 0, filas: 1 },
      nunca,
    );
    const clave = operaciones[0]?.clave ?? '';
    const pasos = await otra.datos.rastro({ cuenta: undefined, de: { vista: 'operaciones', clave } }, nunca);
    const { liquidacion, movimientos, rechazos } = pasos;
    expect([liquidacion.estado, movimientos.estado, rechazos.estado]).toEqual(Array(3).fill('no_descargado'));
  });

  test('without the bank feed says that it is not contracted', async () => {
    await using otra = await unosDatos({ operaciones: 1000, rasgos: { interbanking: 'no' } });
    await otra.mundo.sincronizar({
      desde: '2026-08-01',
      hasta: '2026-11-21',
      metodos: ['operaciones', 'movimientos', 'liquidaciones'],
    });
    const { filas: operaciones } = await otra.datos.pagina(
      { cuenta: undefined, vista: 'operaciones', desdeFila: 0, filas: 1 },
      nunca,
    );
    const clave = operaciones[0]?.clave ?? '';
    const { movimientos } = await otra.datos.rastro({ cuenta: undefined, de: { vista: 'operaciones', clave } }, nunca);
    expect(movimientos).toMatchObject({ estado: 'no_contratado', filas: [] });
  });
});

describe('the trail of the others', () => {
  test('a settlement has all of its operations', async () => {
    const liquidacion = liquidada();
    const suyas = filas.get('operaciones')?.filter((fila) => fila['liquidaciones_id'] === liquidacion.clave) ?? [];
    const { operacion } = await desde('liquidaciones', liquidacion);
    expect(operacion.total).toBe(suyas.length);
    expect(new Set(operacion.filas.map(({ clave }) => clave))).toEqual(new Set(suyas.map(({ clave }) => clave)));
  });

  test('taxes go back to their settlement', async () => {
    const liquidacion = liquidada();
    const impuesto = una('impuestos', (fila) => fila['numero'] === liquidacion['numero']);
    expect((await desde('impuestos', impuesto)).liquidacion.filas).toEqual([liquidacion]);
  });

  test('a movement goes back to what it pays', async () => {
    const liquidacion = liquidada();
    const movimiento = una('movimientos', (fila) => fila['liquidaciones_id'] === liquidacion.clave);
    const pasos = await desde('movimientos', movimiento);
    expect(pasos.liquidacion.filas).toEqual([liquidacion]);
    expect(pasos.operacion.estado).toBe('encontrado');
  });

  test('a payment that the service did not link is found by its reference, and it is said', async () => {
    const numeros = new Set((filas.get('liquidaciones') ?? []).map((fila) => fila['numero']));
    const suelto = una('movimientos', (fila) => fila['liquidaciones_id'] === null && numeros.has(fila['referencia']));
    const liquidacion = una('liquidaciones', (fila) => fila['numero'] === suelto['referencia']);
    const { movimientos } = await desde('liquidaciones', liquidacion);
    expect(movimientos).toMatchObject({
      estado: 'encontrado',
      porIdentificador: false,
      ambiguo: false,
      filas: [suelto],
    });
    expect(movimientos.por).toBe('referencia_e_importe');
  });

  test('a chargeback goes to its operation by voucher and card, never as a certainty', async () => {
    const conocidos = new Set((filas.get('operaciones') ?? []).map((fila) => fila['comprobante']));
    const rechazo = una('rechazos', (fila) => fila['motivo'] === 'CONTRACARGO' && conocidos.has(fila['comprobante']));
    const { operacion, rechazos } = await desde('rechazos', rechazo);
    expect(operacion).toMatchObject({ estado: 'encontrado', porIdentificador: false });
    expect(operacion.filas[0]).toMatchObject({
      comprobante: rechazo['comprobante'],
      tarjeta_nro: rechazo['tarjeta_nro'],
    });
    expect(rechazos.filas).toEqual([rechazo]);
    const vuelta = await desde('operaciones', operacion.filas[0] ?? rechazo);
    expect(vuelta.rechazos.filas).toContainEqual(rechazo);
  });

  test('a record that is not there has no trail', async () => {
    await expect(rastro({ vista: 'comercios', clave: '1' })).resolves.toMatchObject({ operacion: { filas: [] } });
  });
});

describe('the trail of a coupon', () => {
  const cuponDe = (fila: FilaConClave, cambios: Record<string, string | null> = {}) => ({
    fecha_venta: String(fila['fecha_venta']).slice(0, 10),
    importe: String(fila['importe']),
    comprobante: String(fila['comprobante']).replace(/^0+/, ''),
    tarjeta_nro: String(fila['tarjeta_nro']),
    liquidaciones_id: fila['liquidaciones_id'] as string | null,
    ...cambios,
  });

  test('finds the operation of the same day, amount, voucher and card', async () => {
    const operacion = una(
      'operaciones',
      (fila) => fila['liquidaciones_id'] === liquidada().clave && fila['billetera'] === '',
    );
    const pasos = await rastro({ conciliacion: '1', cupon: cuponDe(operacion) });
    expect(pasos.cupon).toMatchObject({ estado: 'encontrado', vista: 'cupones' });
    expect(pasos.operacion.filas).toContainEqual(operacion);
    expect(pasos.operacion.porIdentificador).toBe(false);
    expect(pasos.liquidacion.filas).toEqual([liquidada()]);
  });

  test('of another day is given as a doubt', async () => {
    const operacion = una(
      'operaciones',
      (fila) => fila['billetera'] === '' && String(fila['fecha_venta']) < '2026-08-20',
    );
    const cupon = cuponDe(operacion, { fecha_venta: '2026-10-30', liquidaciones_id: null });
    const pasos = await rastro({ conciliacion: '1', cupon });
    expect(pasos.operacion).toMatchObject({ estado: 'encontrado', ambiguo: true });
    expect(pasos.operacion.filas).toContainEqual(operacion);
    expect(pasos.operacion.por).toBe('comprobante_fecha_otra');
  });

  test('that matches nothing says so, and whether the day was downloaded', async () => {
    const cupon = { fecha_venta: '2026-09-10', importe: '0.13', comprobante: '1', tarjeta_nro: '0000' };
    expect((await rastro({ conciliacion: '1', cupon })).operacion.estado).toBe('no_encontrado');
    expect((await rastro({ conciliacion: '1', cupon: { ...cupon, fecha_venta: '2025-01-10' } })).operacion.estado).toBe(
      'no_descargado',
    );
  });

  test('that is not on this PC is refused', async () => {
    await expect(rastro({ conciliacion: '77', fila: 4 })).rejects.toMatchObject({ code: 'USO' });
  });
});
