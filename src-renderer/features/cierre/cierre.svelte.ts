import type { CierreDocument, OpenItem, ReopenedMonth, TaxpayersDocument } from '#contract/cierre.ts';
import type { MissingSummary } from '#contract/explanations.ts';
import type { MethodInput } from '#contract/inputs.ts';
import { describePoint } from '#domain/texts/cierre.ts';
import type { Tracking } from '../../api/api.ts';
import { getLocale } from '../../paraglide/runtime.js';
import { daysOf } from '../../ui/dates.ts';
import { Ask, Newest, Task } from '../../shared/task.svelte.ts';
import { formatAmount, formatNumber, isZero } from '../../ui/format.ts';
import { BRIDGE_LISTS, type BridgeList, type BridgeTotals } from './bridge.ts';
import { getLanguage } from '../../ui/language.ts';

export const describeOpen = (points: readonly OpenItem[]): string =>
  points
    .map(({ clave, cuantos, importe }) => {
      const what = `${describePoint(clave, getLanguage())}: ${formatNumber(cuantos)}`;
      return importe === null ? what : `${what} (${formatAmount(importe)})`;
    })
    .join('; ');

/** Files of withholdings that the person may add; the names are fields of `cierre.ver`. */
export type FileKey = 'retenciones' | 'convenio';
type MonthInput = Omit<MethodInput<'cierre.ver'>, 'salida'>;
type Answer = Omit<MethodInput<'cierre.responder'>, 'cuenta'>;

/** The requested month and taxpayer; by default the first taxpayer of the account. */
export interface Selection {
  readonly mes: string;
  readonly cuit: string | undefined;
}

export class CierreState extends Ask<CierreDocument> {
  taxpayers = $state.raw<TaxpayersDocument | undefined>(undefined);
  files = $state.raw<Readonly<Partial<Record<FileKey, string>>>>({});
  missing = $state.raw<readonly MissingSummary[]>([]);
  readonly #missing = new Newest();
  /** What the lists that the bridge opens add up to in the month. */
  totals = $state.raw<BridgeTotals>({});
  readonly #totals = new Newest();
  /** How many bookkeeping codes the last import stored. */
  codes = $state.raw<number | undefined>(undefined);
  readonly task = new Task();

  readonly #closed: readonly string[] = $derived(
    (this.taxpayers?.cerrados ?? []).filter(({ cuit }) => cuit === this.document?.cuit).map(({ periodo }) => periodo),
  );
  readonly reopened: readonly ReopenedMonth[] = $derived(
    (this.taxpayers?.reabiertos ?? []).filter(
      ({ cuit, periodo }) => cuit === this.document?.cuit && periodo === this.document.periodo,
    ),
  );
  /** True for the last closed month, which alone can be reopened. */
  readonly canReopen: boolean = $derived(this.document?.periodo === this.#closed.at(-1));
  /** True for an open month after all closed months, because months are closed in order. */
  readonly canClose: boolean = $derived(
    this.document?.estado === 'abierto' && this.#closed.every((month) => month < (this.document?.periodo ?? '')),
  );
  /** True when days are missing and every balance is zero: nothing of the month was downloaded, and its amounts are unknown. */
  readonly isUnknown: boolean = $derived.by(() => {
    const { abiertos = [], saldos } = this.document ?? {};
    const balances = saldos?.procesadores ?? [];
    const isEmpty = balances
      .flatMap((one) => Object.entries(one))
      .every(([field, text]) => field === 'procesador' || isZero(text));
    return isEmpty && abiertos.some(({ clave }) => clave === 'dias');
  });
  /** True when the month is closed or has no open items. Otherwise the core writes no workbook. */
  readonly hasBook: boolean = $derived(
    this.document !== undefined && (this.document.estado === 'cerrado' || this.document.abiertos.length === 0),
  );

  /** Reads the taxpayers and the month. When that fails, the old month stays. */
  async read({ mes, cuit }: Selection, life: AbortSignal): Promise<void> {
    await this.run(async ({ signal }) => {
      this.taxpayers = await this.call('cierre.contribuyentes', { cuenta: this.account }, { signal });
      const known = this.taxpayers.contribuyentes.map((one) => one.cuit);
      const chosen = known.find((one) => one === cuit) ?? known[0];
      this.document =
        chosen === undefined ? undefined : await this.call('cierre.ver', this.#inputOf(mes, chosen), { signal });
    }, life);
  }

  /** Reads `missing`, separately from the month, because the core first has to match coupons. */
  async readMissing({ mes }: Selection, life: AbortSignal): Promise<void> {
    const asked = { cuenta: this.account, idioma: getLocale(), ...daysOf(mes), limite: 0 };
    this.missing = [];
    const read = await this.#missing.run((tracking) => this.api.call('explicaciones.faltantes', asked, tracking), life);
    if (read !== undefined) this.missing = read.resumen;
  }

  async readTotals({ mes }: Selection, life: AbortSignal): Promise<void> {
    const asked = { cuenta: this.account, ...daysOf(mes) };
    this.totals = {};
    const read = await this.#totals.run(
      (tracking) =>
        Promise.all(
          (Object.keys(BRIDGE_LISTS) as readonly BridgeList[]).map(async (list) => {
            const { vista, ...filter } = { filtros: undefined, ...BRIDGE_LISTS[list] };
            const filtros = filter.filtros === undefined ? undefined : [...filter.filtros];
            return [list, await this.api.call('datos.totales', { ...asked, vista, filtros }, tracking)] as const;
          }),
        ),
      life,
    );
    if (read !== undefined) this.totals = Object.fromEntries(read);
  }

  async close(motivo: string): Promise<void> {
    await this.#change((which) => this.api.call('cierre.cerrar', { ...which, motivo }));
  }

  async reopen(motivo: string): Promise<void> {
    await this.#change(({ cuenta, periodo, cuit }) =>
      this.api.call('cierre.reabrir', { cuenta, periodo, cuit, motivo }),
    );
  }

  /**
   * Writes the workbook (`archivo`) or the accounting entry (`asiento`) of the month, and gives the file. `version`: an earlier closed version of a reopened
   * month.
   */
  async writeBook(which: 'archivo' | 'asiento', tracking: Tracking, version?: number): Promise<string> {
    const { periodo = '', cuit = '' } = this.document ?? {};
    const input = { ...this.#inputOf(periodo, cuit), salida: 'cierre', version };
    return (await this.api.call('cierre.ver', input, tracking))[which] ?? '';
  }

  async answer(answer: Answer): Promise<boolean> {
    const kept = await this.task.run(() => this.api.call('cierre.responder', { cuenta: this.account, ...answer }));
    return kept !== undefined;
  }

  async answerPlan(file: File, signal: AbortSignal): Promise<void> {
    const kept = await this.task.run(async () =>
      this.api.call('cierre.responder', { cuenta: this.account, plan: await this.api.file(file, signal) }),
    );
    this.codes = kept?.guardados;
  }

  /** Gives the core a file of withholdings, which the next reading of the month compares. */
  async addFile(key: FileKey, file: File, signal: AbortSignal): Promise<void> {
    const handle = await this.task.run(() => this.api.file(file, signal));
    if (handle !== undefined) this.files = { ...this.files, [key]: handle };
  }

  removeFile(key: FileKey): void {
    this.files = { ...this.files, [key]: undefined };
  }

  #inputOf(periodo: string, cuit: string): MonthInput {
    return { cuenta: this.account, periodo, cuit, ...this.files };
  }

  async #change(call: (which: MonthInput) => Promise<CierreDocument>): Promise<void> {
    const doc = this.document;
    if (doc === undefined) return;
    const changed = await this.task.run(() => call(this.#inputOf(doc.periodo, doc.cuit)));
    if (changed !== undefined) this.document = changed;
  }
}
