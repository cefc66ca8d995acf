import type { TakenDecisions, DecisionsOfWorkbook } from '#contract/decisions.ts';
import type { ExplainedCupon, StatedCause } from '#contract/explanations.ts';
import { m } from '../../paraglide/messages.js';
import { Newest, Task } from '../../shared/task.svelte.ts';
import { addUp, formatAmount, isZero } from '../../ui/format.ts';
import { isLikely } from './certainty.ts';
import { describeDifferences } from './comparison.ts';
import type { DecideState } from './decide.svelte.ts';
import { deedOfCause, linkWith, type BulkDeed, type Decision } from './deeds.ts';
import { Draft } from './draft.svelte.ts';
import { differenceWith, idOfOperation, isLookedAtAlone, type ReadingPlace, type Queued } from './queue.ts';
import type { Api } from '../../api/api.ts';
import { getLocale } from '../../paraglide/runtime.js';

export interface BulkCupon {
  readonly fila: number | null;
  readonly archivo: string | null;
  readonly cupon: ExplainedCupon['cupon'];
  readonly queued: Queued | undefined;
}

/** A coupon of the preview: its differences from its operation, or why it is left out. */
interface PreviewLine {
  readonly fila: number | null;
  readonly archivo: string | null;
  readonly why: string;
}
/** What a decision would do; confirming takes exactly these `decisions`. */
export interface Preview {
  readonly decisions: readonly Decision[];
  /** The sum of the written-off differences; if nothing is written off, the sum of the coupons. */
  readonly importe: string;
  readonly leftOut: readonly PreviewLine[];
  readonly linked: readonly PreviewLine[];
  /** Number of coupons to link whose operation differs, and the sums of positive and of negative differences. */
  readonly differing: { readonly n: number; readonly mas: string; readonly menos: string };
}

/** Decisions that the core takes in one call, at most. */
export const MOST = 5000;

/** A decision about many coupons: the preview is taken as it is, and undone in one step. */
export class BulkState {
  what = $state<BulkDeed>('accept');
  preview = $state.raw<Preview | undefined>(undefined);
  readonly looking = new Newest();
  readonly #getCupones: () => readonly BulkCupon[];
  readonly #decide: DecideState;
  readonly #cause: StatedCause | undefined;
  draft = $derived.by(() => new Draft(this.what === 'accept' ? 'nota' : this.what, undefined, this.#cause?.texto));

  /** `getCupones` gives the coupons with their current explanations. `cause`: the systematic cause of all of them. */
  constructor(decide: DecideState, getCupones: () => readonly BulkCupon[], cause: StatedCause | undefined) {
    this.#decide = decide;
    this.#getCupones = getCupones;
    this.#cause = cause;
    const deed = cause === undefined ? 'accept' : deedOfCause(cause);
    this.what = deed === 'download' ? 'nota' : deed;
  }

  get cupones(): readonly BulkCupon[] {
    return this.#getCupones();
  }

  get importe(): string {
    return addUp(this.cupones.map(({ cupon }) => cupon.importe ?? '')).total;
  }

  /** Drops a preview, ready or running, after the person changed the decision or its words. */
  change(): void {
    this.looking.stop();
    this.preview = undefined;
  }

  async look(): Promise<void> {
    if (this.looking.isBusy) return;
    const asked = this.cupones.map((cupon) => ({ cupon, its: this.#decisionAbout(cupon) }));
    const can = asked.flatMap(({ cupon, its }) => ('decision' in its ? [{ cupon, decision: its.decision }] : []));
    const answer = await this.looking.run(async (): Promise<Pick<TakenDecisions, 'rechazadas'>> =>
      can.length === 0 ? { rechazadas: [] } : this.#decide.preview(can.map(({ decision }) => decision)),
    );
    if (answer === undefined) return;
    const why = can.map((_, i) => answer.rechazadas.find(({ lugar }) => lugar === i)?.mensaje);
    const taken = can.filter((_, i) => why[i] === undefined);
    const linked = taken.filter(({ decision }) => decision.tipo === 'vinculo').map(({ cupon }) => cupon);
    const apart = linked.flatMap((one) => differenceOf(one) ?? []).filter((one) => !isZero(one));
    this.preview = {
      linked: linked.map((one) => toLine(one, describeLink(one))),
      decisions: taken.map(({ decision }) => decision),
      importe: addUp(
        taken.map(({ cupon, decision }) =>
          decision.tipo === 'ajuste' ? decision.importe : (cupon.cupon.importe ?? ''),
        ),
      ).total,
      leftOut: [
        ...asked.flatMap(({ cupon, its }) => ('why' in its ? [toLine(cupon, its.why)] : [])),
        ...can.flatMap(({ cupon }, i) => (why[i] === undefined ? [] : [toLine(cupon, why[i])])),
      ],
      differing: {
        n: apart.length,
        mas: addUp(apart.filter((one) => !one.startsWith('-'))).total,
        menos: addUp(apart.filter((one) => one.startsWith('-'))).total,
      },
    };
  }

  async run(): Promise<boolean> {
    const { preview } = this;
    if (preview === undefined || preview.decisions.length === 0) return false;
    await this.#decide.take(preview.decisions);
    return this.#decide.failure === undefined;
  }

  #decisionAbout(cupon: BulkCupon): { readonly decision: Decision } | { readonly why: string } {
    const { queued } = cupon;
    if (queued === undefined) return { why: m.varios_sin_resultado() };
    const place: ReadingPlace = queued.place;
    const difference = differenceOf(cupon);
    if (this.what === 'accept') {
      const operacion = idOfOperation(queued.primera);
      if (operacion === undefined || difference === undefined || !isLikely(queued.certeza, queued.primera))
        return { why: m.varios_sin_operacion() };
      if (isLookedAtAlone(cupon.cupon, queued.primera, this.#cause?.motivo)) return { why: m.varios_difiere_mucho() };
      return { decision: linkWith(place, operacion, difference) };
    }
    if (this.what === 'ajuste') {
      if (queued.primera === undefined) return { why: m.varios_sin_ninguna() };
      if (difference === undefined) return { why: m.varios_sin_importe() };
      if (isZero(difference)) return { why: m.varios_sin_diferencia() };
    }
    const decision = this.draft.decisionAbout(place, difference);
    return decision === undefined ? { why: '' } : { decision };
  }
}

function differenceOf({ cupon, queued }: BulkCupon): string | undefined {
  return queued?.primera === undefined ? undefined : differenceWith(cupon, queued.primera);
}

/** Two totals of differences, positive and negative, because a single total would hide differences that cancel out. */
export function sayBothWays({ mas: more, menos: less }: Omit<Preview['differing'], 'n'>): string {
  const [mas, menos] = [`+${formatAmount(more)}`, formatAmount(less)];
  if (isZero(less)) return mas;
  return isZero(more) ? menos : m.varios_diferencias({ mas, menos });
}

const describeLink = ({ cupon, queued }: BulkCupon): string =>
  queued?.primera === undefined ? '' : describeDifferences(cupon, queued.primera) || m.explicacion_igual();

const toLine = ({ fila, archivo }: BulkCupon, why: string): PreviewLine => ({ fila, archivo, why });

export const groupLines = (lines: readonly PreviewLine[]) =>
  [...Map.groupBy(lines, ({ why }) => why)].map(([why, those]) => ({
    why,
    files: [...Map.groupBy(those, ({ archivo }) => archivo)]
      .map(([file, rows]) => ({
        archivo: file,
        filas: rows.flatMap(({ fila }) => fila ?? []).sort((a, b) => a - b),
      }))
      .filter(({ filas }) => filas.length > 0),
  }));

/** Decisions that a person wrote in an exported workbook: the preview is taken as it is, and undone in one step. */
export class BroughtState {
  preview = $state.raw<DecisionsOfWorkbook | undefined>(undefined);
  /** True after the decisions were taken; only the refused rows are then on screen. */
  isTaken = $state(false);
  readonly task = new Task();
  readonly #api: Pick<Api, 'call' | 'file'>;
  readonly #decide: DecideState;

  constructor(api: Pick<Api, 'call' | 'file'>, decide: DecideState) {
    this.#api = api;
    this.#decide = decide;
  }

  async bring(file: File, signal: AbortSignal): Promise<void> {
    this.preview = undefined;
    this.isTaken = false;
    this.preview = await this.task.run(async () => {
      const planilla = await this.#api.file(file, signal);
      const input = { cuenta: this.#decide.account, idioma: getLocale(), planilla };
      return this.#api.call('decisiones.leer_planilla', input, { signal });
    });
  }

  /** Takes the previewed decisions; refused rows stay on screen. After a failure (`DecideState.failure`), the preview stays. */
  async run(): Promise<void> {
    const { preview } = this;
    if (preview === undefined) return;
    const refused = preview.filas.filter(({ estado }) => estado === 'rechazada');
    await this.#decide.take(
      preview.decisiones,
      refused.map(({ fila }) => fila),
    );
    if (this.#decide.failure !== undefined) return;
    this.isTaken = true;
    this.preview = refused.length === 0 ? undefined : { ...preview, filas: refused, decisiones: [] };
  }
}
