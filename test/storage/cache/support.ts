import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openAccountCache, type ServiceRow, type ReadRows, type WritableCache } from '#storage/cache/index.ts';
import { civilDay } from '../../domain/civil-day.ts';
import { createStillClock } from '../../domain/still-clock.ts';

export const NOW = Date.UTC(2026, 10, 21, 15);
export const HOUR = 3_600_000;

export const clock = createStillClock(NOW);

export interface TestCache extends Disposable {
  readonly cache: WritableCache;
  readonly ruta: string;
}

/** A cache in a new folder, removed at the end of the test. */
export function createTestCache(): TestCache {
  const folder = mkdtempSync(path.join(tmpdir(), 'conciliador-cache-'));
  const file = path.join(folder, 'cache.db');
  const cache = openAccountCache(file, { clock });
  return {
    cache,
    ruta: file,
    [Symbol.dispose]() {
      cache.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** A valid operation; a test gives only the fields that it is about. */
export const anOperacion = (id: string, changes: ServiceRow = {}): { id: string; fila: ServiceRow } => ({
  id,
  fila: {
    id,
    fecha_venta: { fecha: '2026-10-05', hora: null },
    fecha_presentacion: '2026-10-05',
    tarjeta: 'TARJETA',
    marca: 'MARCA',
    establecimiento: '0012345',
    terminal: '20014000',
    lote: '0042',
    comprobante: id.padStart(8, '0'),
    tarjeta_nro: '0792',
    cuotas: '1',
    importe: 123_450,
    comercio: 'LA ESPIGA',
    fecha_pago: '2026-10-13',
    autorizacion: '001234',
    nro_liquidacion: null,
    liquidaciones_id: null,
    bin: '450799',
    plan: '',
    arancel: 2222,
    tna: '0.00',
    costo_fin: 0,
    billetera: '',
    referencia: '',
    acreditada: null,
    extra: null,
    ...changes,
  },
});

/** A settlement with zero in every amount that `changes` does not give. */
export function aLiquidacion(id: string, changes: ServiceRow): { id: string; fila: ServiceRow } {
  const zeros = [
    'facturado_debito', 'facturado_credito', 'facturado_credito_cuotas', 'facturado_descontado', 'facturado_otro',
    'total_facturado', 'descontado_arancel', 'descontado_promocion', 'descontado_impuesto', 'descontado_cuota',
    'descontado_adelanto', 'descontado_otro', 'total_descontado', 'total_acreditado',
  ]; // prettier-ignore
  const texts = {
    marca: 'M',
    tarjeta: 'T',
    comercio: 'C',
    provincia: 'P',
    banco: 'B',
    establecimiento: 'E',
    tipo: 'L',
  };
  return {
    id,
    fila: {
      id,
      ...texts,
      numero: id,
      fecha: '2026-10-08',
      fecha_recupero_adelanto: null,
      acreditada: null,
      detalle: null,
      ...Object.fromEntries(zeros.map((field) => [field, 0])),
      ...changes,
    },
  };
}

export const aMovimiento = (id: string, changes: ServiceRow = {}): { id: string; fila: ServiceRow } => ({
  id,
  fila: {
    id,
    fecha: { fecha: '2026-10-05', hora: '10:00:00' },
    banco: 'BANCO SERRANO',
    cuenta: '0777300021',
    cbu: '3180077730000000021',
    cuit_cuenta: '30715542189',
    razon_social: 'La Espiga S.R.L.',
    categoria: 'ACREDITACION TARJETA',
    informacion: `LIQ ${id}`,
    codigo_banco: '318',
    cuit: '30501071113',
    debito_credito: 'C',
    importe: 10_000,
    referencia: '',
    tipo: 'L',
    marca: 'CORDALIA',
    comercio: 'La Espiga Centro',
    voucher_asociado: '',
    liquidaciones_id: null,
    transacciones_id: null,
    conciliado: true,
    extra: null,
    ...changes,
  },
});

/** A reading of the whole of October 2026 that found these rows. */
export const octoberRows = (rows: ReadRows['filas'], changes: Partial<ReadRows> = {}): ReadRows => ({
  metodo: 'operaciones',
  campo: 'fecha_venta',
  desde: civilDay('2026-10-01'),
  hasta: civilDay('2026-10-31'),
  filas: rows,
  estado: 'completa',
  contratado: true,
  leido: NOW,
  ...changes,
});
