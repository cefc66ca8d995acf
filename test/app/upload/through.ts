/** An upload over HTTP to a sandbox with its switches set, or with somebody in front of it who rewrites its answers. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createUploads, type UploadResult } from '#app/upload/index.ts';
import { toCanonicalText } from '#domain/cupon.ts';
import { createSandbox } from '#sandbox/index.ts';
import { openLedger } from '#storage/ledger/index.ts';
import { aService, createTestClock, noSignal } from '../../service/fixtures.ts';
import { startDeviant, type Deviation } from './deviations.ts';
import { distinctCupones } from './service-world.ts';

/** Two full pages of a result, so that the one past the end is asked for. */
const CUPONES = 200;

interface Way {
  /** Switches of the sandbox (docs/gaps.md). */
  readonly rasgos?: readonly string[];
  readonly deviation?: Deviation;
}

const howOf = (met: UploadResult): string => {
  if (met.estado === 'interrumpida') return `refused: ${met.codigo}`;
  return met.estado === 'necesita_decision' ? `asked: ${met.frase.codigo}` : met.estado;
};

type Asked = Extract<UploadResult, { estado: 'necesita_decision' }>;
const isOurs = (met: UploadResult): met is Asked =>
  met.estado === 'necesita_decision' && ['propiedad', 'candidatas'].includes(met.frase.codigo);

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
      service: service.conciliaciones,
      clock,
      random,
      account: 'c',
      settings: { porTanda: 100 },
    });
    const upload = ledger.createDraft({ cuenta: 'c', archivos: ['a.xlsx'] });
    ledger.addCupones(
      upload,
      distinctCupones(CUPONES).map((cupon, i) => ({
        archivo: 0,
        hoja: 'H',
        fila: i + 2,
        texto: toCanonicalText(cupon),
      })),
    );
    /** The coupons that the service has. */
    const stored = () => sandbox.truth.conciliaciones().flatMap(({ cupones }) => cupones);
    const isEachOnce = (): boolean => new Set(stored().map(({ crudo }) => crudo.comprobante)).size === stored().length;
    const isRight = (result: UploadResult): void => {
      expect(sandbox.truth.conciliaciones().map(({ estado }) => estado)).toEqual(['IMPORTADO']);
      expect(isEachOnce()).toBe(true);
      const shown = stored().filter(({ clase }) => clase === 'nuevo').length;
      expect(result).toMatchObject({
        estado: 'terminada',
        resumen: { filas: CUPONES, enviados: CUPONES, noAceptados: 0, sinProbar: [] },
      });
      expect(shown).toBe(CUPONES);
      const { conciliado, sin_conciliar, rechazado, no_enviado } = ledger.readCounts(upload);
      expect([conciliado + sin_conciliar, rechazado, no_enviado]).toEqual([shown, 0, 0]);
    };
    front.deviate(deviation);
    const met = await uploads.start(upload, { marcador: 'auto' }, noSignal);
    const how = howOf(met);
    if (met.estado === 'terminada') isRight(met);
    expect(isEachOnce()).toBe(true);
    front.deviate(undefined);
    // What a person would answer who looks at the service: these are ours.
    let last = met;
    for (let turn = 0; turn < 4 && isOurs(last); turn += 1)
      last = await uploads.decide(upload, last.opciones[0]?.clave ?? '', noSignal);
    if (last !== met && last.estado === 'terminada') isRight(last);
    expect(isEachOnce()).toBe(true);
    if (met.estado === 'interrumpida') isRight(await uploads.resume(upload, noSignal));
    return how;
  } finally {
    ledger.close();
    await front.close();
    await sandbox.close();
    rmSync(folder, { recursive: true });
  }
}
