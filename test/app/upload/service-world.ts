import { join } from 'node:path';
import { keepResult } from '#app/conciliaciones/keep-result.ts';
import { createUploads, type UploadsDeps } from '#app/upload/index.ts';
import type { Cupon } from '#domain/cupon.ts';
import { systemClock } from '#platform/system-clock.ts';
import { createSandbox } from '#sandbox/index.ts';
import { openLedger } from '#storage/ledger/index.ts';
import { openResults } from '#storage/results/open.ts';
import { backupsBeside } from '../../storage/ledger/beside.ts';
import { createTemporaryFolder } from '../../platform/temporary-folder.ts';
import { PATIENCE_MS } from '../../patience.ts';
import { aService } from '../../service/fixtures.ts';
import { addDraft } from '../../storage/ledger/drafts.ts';

/** An upload over everything that is real: the service's client, HTTP on loopback, the sandbox, a ledger on disk. */
export async function createRealWorld(
  byTanda: number,
  switches: readonly string[] = [],
  { clock = systemClock, ...deps }: Partial<Pick<UploadsDeps, 'keepResult' | 'clock' | 'settings'>> = {},
) {
  const folder = createTemporaryFolder();
  const sandbox = await createSandbox({ clock, operaciones: 1_000, rasgos: switches });
  const { apiKey, apiSecret } = sandbox;
  const service = aService(sandbox.url, { clock, credentials: { tipo: 'api', apiKey, apiSecret } }).conciliaciones;
  const path = join(folder, 'ledger.db');
  const notices: string[] = [];
  const results = openResults(join(folder, 'cache.db'));
  const openUploads = async () => {
    const ledger = await openLedger(path, {
      clock,
      random: Math.random,
      onNotice: (text) => notices.push(text),
      backups: backupsBeside(path, clock),
    });
    const uploads = createUploads({
      ledger,
      service,
      clock,
      random: Math.random,
      account: 'c',
      settings: { porTanda: byTanda, patienceMs: 1_000, esperaMs: PATIENCE_MS, settledMs: 0 },
      keepResult: (of) => keepResult({ ...of, results, ledger, clock, isOfUpload: true }),
      ...deps,
    });
    return { ledger, uploads };
  };
  const { ledger, uploads } = await openUploads();
  return {
    uploads,
    ledger,
    service,
    results,
    /** The ledger's file; `avisos`: the notices when it was opened again. */
    ruta: path,
    avisos: notices,
    reopen: openUploads,
    sandbox,
    draft: (cupones: readonly Cupon[]): string => addDraft(ledger, cupones, { at: { hoja: 'H' } }),
    stored: () => sandbox.truth.conciliaciones().map((c) => c.cupones.length),
    async [Symbol.asyncDispose](): Promise<void> {
      ledger.close();
      results.close();
      await sandbox.close();
    },
  };
}

/** Different coupons; their numbers have leading zeros. */
export const distinctCupones = (howMany: number): readonly Cupon[] =>
  Array.from({ length: howMany }, (_, i) => ({
    fecha_venta: '2026-10-01',
    comprobante: String(i).padStart(6, '0'),
    tarjeta_nro: '0042',
    cuotas: '3',
    terminal: '00123456',
    importe: '1500.50',
  }));
