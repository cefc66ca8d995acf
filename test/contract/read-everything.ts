/** Reads every method of a sandbox through the client and compares it, row by row, with what the sandbox holds. */
import { expect } from 'vitest';
import { toDayNumber, type DateWindow } from '#domain/civil-date.ts';
import { createSandbox, parseSwitches } from '#sandbox/index.ts';
import type { ListReader } from '#service/list/reader.ts';
import { aService, createTestClock, noSignal, type TestService } from '../service/fixtures.ts';
import { truthOf } from './truth.ts';
import { civilDay } from '../domain/civil-day.ts';

const sortById = <Row extends { readonly id: string }>(rows: readonly Row[]): readonly Row[] =>
  rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));

/** Every row of a list between two days, which a server without a stable order gives whole in smaller windows. */
async function readAll<Query, Row>(reader: ListReader<Query, Row, unknown>, query: Query): Promise<readonly Row[]> {
  const { rows, isWhole } = await reader.readAll(query, noSignal);
  expect(isWhole).toBe(true);
  return rows;
}

const WINDOW: DateWindow = { desde: civilDay('2026-09-01'), hasta: civilDay('2026-09-24') };

export async function readEverything(combination: Readonly<Record<string, string>>): Promise<void> {
  const clock = createTestClock();
  const switches = Object.entries(combination)
    .filter(([name]) => name !== 'credenciales')
    .map(([name, value]) => `${name}=${value}`);
  const sandbox = await createSandbox({ clock, rasgos: switches, operaciones: 1000 });
  try {
    const { apiKey, apiSecret, usuario, clave } = sandbox;
    const service = aService(sandbox.url, {
      clock,
      credentials:
        combination['credenciales'] === 'usuario'
          ? { tipo: 'usuario', usuario, clave }
          : { tipo: 'api', apiKey, apiSecret },
    });
    if (combination['credenciales'] === 'usuario' && combination['token_en_login'] === 'exige') {
      // A first login cannot bring a token: the one variant that nobody can survive is said clearly.
      await expect(service.access.signIn(noSignal)).rejects.toMatchObject({ code: 'CREDENCIALES_RECHAZADAS' });
      return;
    }
    await service.access.signIn(noSignal);
    const truth = truthOf(sandbox, parseSwitches(switches).rasgos);
    await compareLists(service, truth);
    // Half way through, some minutes later, the token ends before its time.
    clock.advance(300_000);
    sandbox.expireTokens();
    await compareRest(service, truth);
    expect(service.quarantined).toEqual([]);
  } finally {
    await sandbox.close();
  }
}

type Truth = ReturnType<typeof truthOf>;

async function compareLists(service: TestService, truth: Truth): Promise<void> {
  const operaciones = await readAll(service.operaciones, { ventana: WINDOW });
  expect(
    sortById(operaciones).map((row) => ({
      id: row.id,
      fecha: row.fecha_venta.fecha,
      hora: row.fecha_venta.hora,
      importe: row.importe,
      arancel: row.arancel,
      comprobante: row.comprobante,
      lote: row.lote,
      comercio: row.comercio,
      fecha_pago: row.fecha_pago,
      liquidaciones_id: row.liquidaciones_id,
      acreditada: row.acreditada,
    })),
  ).toEqual(sortById(truth.operaciones(WINDOW)));

  const liquidaciones = await readAll(service.liquidaciones, { ventana: WINDOW });
  expect(
    sortById(liquidaciones).map((row) => ({
      id: row.id,
      numero: row.numero,
      fecha: row.fecha,
      recovered: row.fecha_recupero_adelanto,
      total_facturado: row.total_facturado,
      descontado_cuota: row.descontado_cuota,
      total_acreditado: row.total_acreditado,
      acreditada: row.acreditada,
    })),
  ).toEqual(sortById(truth.liquidaciones(WINDOW)));

  const rechazos = await readAll(service.rechazos, { ventana: WINDOW });
  expect(
    sortById(rechazos).map(({ id, fecha, descripcion, estado, importe }) => ({
      id,
      fecha: fecha.fecha,
      descripcion,
      estado,
      importe,
    })),
  ).toEqual(sortById(truth.rechazos(WINDOW)));
}

async function compareRest(service: TestService, truth: Truth): Promise<void> {
  const movimientos = await readAll(service.movimientos, { ventana: WINDOW });
  expect(
    sortById(movimientos).map(({ id, fecha, informacion, importe, liquidaciones_id, conciliado }) => ({
      id,
      fecha: fecha.fecha,
      informacion,
      importe,
      liquidaciones_id,
      conciliado,
    })),
  ).toEqual(sortById(truth.movimientos(WINDOW)));

  const impuestos = await readAll(service.impuestos, { ventana: WINDOW });
  expect(
    sortById(impuestos).map((row) => ({
      id: row.id,
      fecha: row.fecha,
      imp_iva_21: row.impuesto_iva_21,
      retencion_iibb: row.retencion_iibb,
      percepcion_iva: row.percepcion_iva,
    })),
  ).toEqual(sortById(truth.impuestos(WINDOW)));

  const reconciled = await readAll(service['liquidaciones-conciliadas'], { ventana: WINDOW });
  expect(
    sortById(reconciled).map(({ id, operaciones, cashback, total_acreditado }) => ({
      id,
      operaciones,
      cashback,
      total_acreditado,
    })),
  ).toEqual(sortById(truth.reconciled(WINDOW)));

  const { filas: calendario } = await service.calendario({ mes: '2026-09' }, noSignal);
  const first = toDayNumber(civilDay('2026-09-01'));
  expect(calendario.map(({ fecha, vendido, acreditado }) => ({ fecha, vendido, acreditado }))).toEqual(
    truth.calendario(Array.from({ length: 30 }, (_, i) => first + i)),
  );
  const { filas: comercios } = await service.comercios(noSignal);
  expect(sortById(comercios.map(({ id, nombre }) => ({ id, nombre })))).toEqual(sortById(truth.comercios()));
}
