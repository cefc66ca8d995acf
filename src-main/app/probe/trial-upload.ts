/**
 * Two invented coupons, sent by the upload protocol of every other upload (docs/upload.md), followed up to their result, and deleted. The
 * ledger knows the trial like any upload: if it is interrupted, the next trial goes on with it, and so does «conciliaciones retomar».
 */
import { isAppError, type ErrorCode } from '#contract/errors.ts';
import type { TestUpload } from '#contract/probe.ts';
import type { Progress } from '#contract/progress.ts';
import type { Clock } from '#domain/clock.ts';
import { parseCanonicalText, toCanonicalText, type Cupon } from '#domain/cupon.ts';
import { CONSOLE } from '#domain/texts/command-line.ts';
import { readMarker } from '#domain/upload/marker.ts';
import type { Marker } from '#domain/upload/types.ts';
import type { Service } from '#service/index.ts';
import type { Ledger } from '#storage/ledger/index.ts';
import type { Results } from '#storage/results/index.ts';
import { firstPageOf } from '../upload/first-page-of.ts';
import { createUploads, type UploadResult, type UploadsDeps } from '../upload/index.ts';
import { progressOf } from '../upload/progress.ts';
import { wasDeleted } from '../uploaded/deleted.ts';
import { ORDER_READINGS } from './upload-points.ts';

/** Stands in place of the file name that other uploads have. */
const TRIAL_NAME = 'prueba-del-servicio';
/** So often the deletion is asked for, with a pause in between. */
const REMOVALS = 3;
const PAUSE_MS = 1_000;

interface Deps {
  readonly service: Service;
  readonly ledger: Ledger;
  readonly results: Pick<Results, 'readDeleted' | 'remove'>;
  readonly account: string;
  /** The turns of the account: a trial waits for an upload that runs. */
  readonly turns?: UploadsDeps['turns'];
  readonly clock: Clock;
  readonly random: () => number;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

export interface Trial {
  readonly carga: string;
  /** The service's id; null when the upload never got one. */
  readonly id: string | null;
  readonly estado: TestUpload['estado'];
  /** Whether an earlier trial had begun it. */
  readonly retomada: boolean;
  readonly codigo: ErrorCode | null;
  readonly mensaje: string | null;
  /** Whether the upload asks something that a person has to answer. */
  readonly isAsking: boolean;
  readonly sent: readonly Cupon[];
}

/**
 * Two coupons, one of a card and one of a wallet: of a few cents, and of a day whose sales are no longer matched. They contain what a service
 * may change when it gives them back: leading zeros, accents, signs. `number`: six digits, new each time, so that the service does not take
 * them for those of an earlier trial.
 */
const cuponesOf = (number: string): readonly Cupon[] => [
  {
    referencia: `PRUEBA-${number}-1`,
    referencia_extra: 'Cupón inventado & de prueba: ñandú',
    fecha_venta: '2001-01-01',
    terminal: '00001234',
    lote: '001',
    comprobante: `000${number}`,
    tarjeta_nro: '0000',
    cuotas: '1',
    importe: '0.10',
  },
  {
    referencia: `PRUEBA-${number}-2`,
    fecha_venta: '2001-01-02',
    importe: '0.20',
    wallet_referencia: `PRUEBA-${number}`,
    wallet_tipo_operacion: 'SETTLEMENT',
  },
];

export async function runTrialUpload(deps: Deps): Promise<Trial> {
  const { service, ledger, results, account, turns, clock, random, signal } = deps;
  const uploads = createUploads({
    ledger,
    service: service.conciliaciones,
    clock,
    random,
    account,
    turns,
    onProgress: (progress) => {
      deps.onProgress(progressOf(progress));
    },
  });

  /** The upload that an earlier trial left: unfinished, or finished and not deleted. */
  function findLeftOver(): string | undefined {
    const sources = { ledger, deleted: results.readDeleted() };
    return ledger.uploads(account).find(({ carga, archivos: [file] }) => {
      if (file !== TRIAL_NAME) return false;
      const { id, fase } = uploads.statusOf(carga);
      return id === null ? fase !== 'TERMINADA' && fase !== 'ABANDONADA' : !wasDeleted(sources, carga, id);
    })?.carga;
  }

  async function begin(): Promise<{ readonly carga: string; readonly resultado: UploadResult }> {
    const upload = ledger.createDraft({ cuenta: account, archivos: [TRIAL_NAME] });
    try {
      const number = String(100_000 + Math.floor(random() * 900_000));
      const texts = cuponesOf(number).map(toCanonicalText);
      ledger.addCupones(
        upload,
        texts.map((text, i) => ({ archivo: 0, hoja: null, fila: i + 1, texto: text })),
      );
      return { carga: upload, resultado: await uploads.start(upload, { marcador: 'auto' }, signal) };
    } finally {
      if (ledger.upload(upload) === undefined) ledger.discardDraft(upload);
    }
  }

  /** Whether the service shows rows of the reconciliation, and every one of them has our marker. */
  async function isOurs(id: string, marker: Marker): Promise<boolean> {
    let rows = 0;
    for await (const { cupones, cuarentena } of service.conciliaciones.readResult(id, signal)) {
      if (cuarentena > 0 || cupones.some(({ cupon }) => typeof readMarker(cupon, marker) !== 'number')) return false;
      rows += cupones.length;
    }
    return rows > 0;
  }

  /** Reads the result again and again, for its order alone. A failure here is left to the deletion, which asks again. */
  async function showOrder(id: string): Promise<void> {
    try {
      for (let times = 0; times < ORDER_READINGS; times += 1) await firstPageOf(service.conciliaciones, id, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (!isAppError(error)) throw error;
    }
  }

  /**
   * Deletes the reconciliation, again where the service did not do it, as one that asks to wait. It is proven to be ours each time, because the id
   * may have been given to another.
   */
  async function remove(upload: string, id: string): Promise<'gone' | 'there' | 'unproven'> {
    const { conciliaciones } = service;
    const marker = ledger.upload(upload)?.marcador ?? null;
    for (let tries = 0; ; tries += 1) {
      if (marker === null || !(await isOurs(id, marker))) {
        // Some services show an open one by its rows alone, so the header is asked for only now.
        if ((await conciliaciones.show(id, signal)) !== undefined) return 'unproven';
        results.remove(id, clock.now());
        return 'gone';
      }
      if (tries === REMOVALS) return 'there';
      if (tries > 0) await clock.sleep(PAUSE_MS, signal);
      await conciliaciones.remove(id, signal);
    }
  }

  const known = findLeftOver();
  const { carga, resultado: result } =
    known === undefined ? await begin() : { carga: known, resultado: await uploads.resume(known, signal) };
  const { id } = uploads.statusOf(carga);
  const isAsking = result.estado === 'necesita_decision';
  const told = { carga, id, retomada: known !== undefined, isAsking, sent: sentOf(ledger, carga) };
  if (result.estado === 'interrumpida' || result.estado === 'necesita_decision') {
    const message = result.estado === 'interrumpida' ? result.mensaje : result.pregunta;
    return { ...told, estado: 'sin_terminar', codigo: result.codigo, mensaje: message };
  }
  if (id === null) return { ...told, estado: 'borrada', codigo: null, mensaje: null };
  try {
    await showOrder(id);
    const removal = await remove(carga, id);
    const message = removal === 'unproven' ? CONSOLE.trialNotProven(id) : null;
    return { ...told, estado: removal === 'gone' ? 'borrada' : 'sin_borrar', codigo: null, mensaje: message };
  } catch (error) {
    signal.throwIfAborted();
    if (!isAppError(error)) throw error;
    return { ...told, estado: 'sin_borrar', codigo: error.code, mensaje: error.message };
  }
}

function sentOf(ledger: Ledger, upload: string): readonly Cupon[] {
  return ledger.readTexts(upload, 1, ledger.upload(upload)?.total ?? 0, []).map(parseCanonicalText);
}
