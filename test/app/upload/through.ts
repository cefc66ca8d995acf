/** An upload over HTTP to a sandbox with its switches set, or with somebody in front of it who rewrites its answers. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createUploads } from '#app/upload/index.ts';
import { canonicalText } from '#domain/cupon.ts';
import { createSandbox } from '#sandbox/index.ts';
import { openLedger } from '#storage/ledger/index.ts';
import { aService, createTestClock, noSignal } from '../../service/fixtures.ts';
import { startDeviant, type Deviation } from './deviations.ts';
import { distinctCupones } from './service-world.ts';

/** Two full pages of a result, so that the one past the end is asked for. */
const COUPONS = 200;

interface Way {
  /** Switches of the sandbox (docs/gaps.md). */
  readonly rasgos?: readonly string[];
  readonly deviation?: Deviation;
}

/**
 * Uploads 200 coupons, and once more without the deviation where it was refused. Tells how it ended the first time; expects that what is done is right,
 * and that nothing is ever stored twice.
 */
export async function uploadThrough({ rasgos = [], deviation }: Way): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'deviations-'));
  const clock = createTestClock();
  const sandbox = await createSandbox({ clock, rasgos, operaciones: 1_000 });
  const front = await startDeviant(sandbox.url, clock.now);
  const { apiKey, apiSecret } = sandbox;
  const service = aService(front.url, { clock, credentials: { tipo: 'api', apiKey, apiSecret } });
  const random = (): number => 0.5;
  const ledger = await openLedger(join(folder, 'ledger.db'), { clock, random });
  try {
    const uploads = createUploads({
      ledger,
      servicio: service.conciliaciones,
      clock,
      random,
      cuenta: 'c',
      ajustes: { porTanda: 100 },
    });
    const upload = ledger.createDraft({ cuenta: 'c', archivos: ['a.xlsx'] });
    ledger.addCupones(
      upload,
      distinctCupones(COUPONS).map((cupon, i) => ({
        archivo: 0,
        hoja: 'H',
        fila: i + 2,
        texto: canonicalText(cupon),
      })),
    );
    /** How often the service has each coupon of ours. */
    const stored = (): readonly number[] => {
      const times = new Map<string, number>();
      for (const { cupones } of sandbox.truth.conciliaciones())
        for (const { crudo } of cupones)
          times.set(crudo.comprobante ?? '', (times.get(crudo.comprobante ?? '') ?? 0) + 1);
      return [...times.values()];
    };
    const isRight = (result: Awaited<ReturnType<typeof uploads.start>>): void => {
      expect(result).toMatchObject({
        estado: 'terminada',
        resumen: { completo: true, filas: COUPONS, enviados: COUPONS, noInformados: 0, noAceptados: 0, sinProbar: [] },
      });
      expect(stored()).toEqual(Array.from({ length: COUPONS }, () => 1));
    };
    front.deviate(deviation);
    const met = await uploads.start(upload, { marcador: 'auto' }, noSignal);
    const how = met.estado === 'interrumpida' ? `refused: ${met.codigo}` : met.estado;
    if (met.estado === 'terminada') isRight(met);
    expect(stored().every((times) => times === 1)).toBe(true);
    front.deviate(undefined);
    if (met.estado === 'interrumpida') isRight(await uploads.resume(upload, noSignal));
    return how;
  } finally {
    ledger.close();
    await front.close();
    await sandbox.close();
    rmSync(folder, { recursive: true });
  }
}
