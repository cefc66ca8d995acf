import type { MissingSummary, MissingDocument, MissingOperacion } from '#contract/explanations.ts';
import type { Tracking } from '../../api/api.ts';
import { getLocale } from '../../paraglide/runtime.js';
import type { RowSource } from '../../ui/grid/types.ts';
import { getFileName, getReportName } from '#domain/texts/language.ts';
import { m } from '../../paraglide/messages.js';
import { formatAmount, formatDate, formatNumber } from '../../ui/format.ts';
import { hasWords } from '../../ui/typing.ts';
import type { DateRange } from '../../shared/period.svelte.ts';
import { writeRoute } from '../../shared/routes.ts';
import { AccountQuestion, Newest } from '../../shared/task.svelte.ts';
import { wordOf } from '../explanations/certainty.ts';
import { getFieldName } from '../review/fields.ts';

/** A till and a day. `lugar`: its index in the document, by which its operations are requested. */
export interface Till extends MissingSummary {
  readonly lugar: number;
}
/** `days`: the requested days, for which alone the indexes of `tills` are valid. */
type Summary = Omit<MissingDocument, 'operaciones'> & { readonly tills: readonly Till[]; readonly days: DateRange };

/** Operations of a till in the panel, at most; *Operaciones* has all. */
const SHOWN = 100;

/** Operations of a period without an uploaded coupon, by till and day. */
export class WithoutCuponState extends AccountQuestion {
  summary = $state.raw<Summary | undefined>(undefined);
  chosen = $state.raw<Till | undefined>(undefined);
  text = $state('');
  readonly listing = new Newest();
  operaciones = $state.raw<readonly MissingOperacion[] | undefined>(undefined);

  get untouched(): readonly Till[] {
    return (this.summary?.tills ?? []).filter(({ cajaSinCargar }) => cajaSinCargar);
  }
  /** The tills with uploaded coupons that a search finds, each once a day. */
  get rows(): readonly Till[] {
    return (this.summary?.tills ?? []).filter((till) => !till.cajaSinCargar && hasWords(searchedIn(till), this.text));
  }

  /** Reads the data of this PC; the old rows stay meanwhile. */
  async read(days: DateRange, life: AbortSignal): Promise<void> {
    const read = await this.run((tracking) => this.#ask(days, { limite: 0 }, tracking), life);
    if (read === undefined) return;
    const { operaciones: _, ...summary } = read;
    this.summary = { ...summary, days, tills: summary.resumen.map((one, place) => ({ ...one, lugar: place })) };
    this.choose(undefined);
  }

  /** Shows the operations of a till and day, each with the coupon that it may be. */
  choose(till: Till | undefined): void {
    this.chosen = till;
    this.operaciones = undefined;
    this.listing.stop();
    if (till !== undefined) void this.#list(till);
  }

  async #list({ lugar }: Till): Promise<void> {
    const asked = { grupos: [lugar], limite: SHOWN };
    const answer = await this.listing.run((tracking) => this.#ask(this.#shownDays(), asked, tracking));
    if (answer !== undefined) this.operaciones = answer.operaciones;
  }

  /** Writes the tills and days that the search finds; without a search, also the tills that never uploaded. */
  async writeWorkbook(tracking: Tracking): Promise<string> {
    const days = this.#shownDays();
    const exported = getReportName({ what: 'sin-cupon', cuenta: this.account ?? '', dias: days });
    const cuales = this.text.trim();
    const filter = cuales === '' ? {} : { grupos: this.rows.map(({ lugar }) => lugar), cuales };
    const asked = { cuenta: this.account, exportar: exported, ...days, ...filter };
    return (await this.api.call('explicaciones.exportar_faltantes', asked, tracking)).exportado;
  }

  createSource(): RowSource<Till> {
    const { rows } = this;
    return {
      clave: JSON.stringify([this.summary?.days, this.text]),
      read: (from, howMany) => Promise.resolve({ filas: rows.slice(from, from + howMany), total: rows.length }),
    };
  }

  #shownDays(): DateRange {
    const { summary } = this;
    if (summary === undefined) throw new Error('Nothing was read');
    return summary.days;
  }

  #ask(days: DateRange, asked: { readonly grupos?: number[]; readonly limite: number }, tracking: Tracking) {
    const input = { cuenta: this.account, idioma: getLocale(), ...days, ...asked };
    return this.api.call('explicaciones.faltantes', input, tracking);
  }
}

type MissingCupon = MissingOperacion['cupones'][number];

/** "Terminal 38010022", or "Establecimiento 30012345" for sales without a terminal. */
export function describeTill({ terminal, establecimiento }: Pick<Till, 'terminal' | 'establecimiento'>): string {
  if (terminal !== null) return m.sin_cupon_terminal({ terminal });
  return establecimiento === null ? m.sin_datos() : `${getFieldName('establecimiento')} ${establecimiento}`;
}

const searchedIn = (till: Till): string =>
  [describePlace(till), till.establecimiento, formatDate(till.dia ?? ''), formatAmount(till.importe)].join(' ');

export const describePlace = (till: Pick<Till, 'comercio' | 'terminal' | 'establecimiento'>): string =>
  [describeTill(till), till.comercio ?? ''].filter((one) => one !== '').join(' · ');

/** "19:22 · Visa ·· 4417 · 00166657": a sale of a till. */
export function describeSale(operacion: MissingOperacion['operacion']): string {
  const textOf = (field: string): string => {
    const value = operacion[field];
    return typeof value === 'string' ? value : '';
  };
  const time = textOf('fecha_venta').slice(11, 16);
  const card = [textOf('tarjeta'), textOf('tarjeta_nro') === '' ? '' : `·· ${textOf('tarjeta_nro')}`].filter(
    (one) => one !== '',
  );
  return [time, card.join(' '), textOf('comprobante')].filter((one) => one !== '').join(' · ');
}

export function describeCupon({ certeza, archivo, fila }: MissingCupon): string {
  const where =
    fila === null
      ? getFileName(archivo ?? '')
      : m.sin_cupon_fila({ fila: formatNumber(fila), archivo: getFileName(archivo ?? '') });
  return `${wordOf(certeza)}: ${where}`;
}

export function hrefOfTill(till: Till, days: DateRange): string | undefined {
  const campo = till.terminal === null ? 'establecimiento' : 'terminal';
  const valor = till[campo];
  const dates = till.dia === null ? days : { desde: till.dia, hasta: till.dia };
  return valor === null
    ? undefined
    : writeRoute({ seccion: 'operaciones', filtro: { ...dates, filtros: [{ campo, valor }] } });
}
