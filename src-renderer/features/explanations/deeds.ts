/** Actions on unmatched coupons. `DEEDS` has letter and words of each action; `deedsFor` gives the possible ones. */
import type { ExplainedCupon, StatedCause } from '#contract/explanations.ts';
import type { MethodInput } from '#contract/inputs.ts';
import { m } from '../../paraglide/messages.js';
import { getLocale } from '../../paraglide/runtime.js';
import { formatAmount, formatNumber, isZero, withText } from '../../ui/format.ts';
import type { Done } from '../../shared/decisions.svelte.ts';
import { isLikely } from './certainty.ts';
import { differenceWith, idOfOperation, isLookedAtAlone, placeOf, type ReadingPlace } from './queue.ts';

export type Decision = MethodInput<'decisiones.tomar'>['decisiones'][number];

type Words = () => string;
interface DeedRow {
  /** The letter of the action while the focus is in the rows. `says`: its line in the list of keys. */
  readonly letter: string;
  readonly says: Words;
  /** The words of the action's button below the explanation, if it has one. */
  readonly button?: Words;
  readonly text?: Words;
  readonly many?: {
    readonly title: (howMany: { readonly n: number }) => string;
    readonly help?: Words;
    readonly cause: (howMany: { readonly n: number; readonly texto: string; readonly los: string }) => string;
  };
}

const DEEDS = {
  accept: {
    letter: 'A',
    says: m.teclas_cola_es,
    many: { title: m.varios_es_esta, help: m.varios_es_esta_ayuda, cause: m.causa_vincular },
  },
  reject: { letter: 'R', says: m.teclas_cola_no_es },
  explicado: {
    letter: 'E',
    says: m.teclas_cola_explicado,
    button: m.decidir_explicado,
    text: m.decidir_texto_explicado,
    many: { title: m.varios_explicado, help: m.varios_explicado_ayuda, cause: m.causa_explicar },
  },
  nota: {
    letter: 'N',
    says: m.nota,
    button: () => `${m.nota()}…`,
    text: m.nota,
    many: { title: m.nota, cause: m.causa_anotar },
  },
  ajuste: {
    letter: 'D',
    says: m.teclas_cola_ajuste,
    button: m.decidir_ajuste,
    text: m.decidir_texto_ajuste,
    many: { title: m.varios_ajuste, cause: (howMany) => `${m.varios_hacerlo(howMany)}…` },
  },
  reclamo: {
    letter: 'C',
    says: m.teclas_cola_reclamo,
    button: () => `${m.varios_reclamo()}…`,
    text: m.decidir_texto_comentario,
    many: { title: m.varios_reclamo, cause: m.causa_reclamar },
  },
  mirar: {
    letter: 'F',
    says: m.teclas_cola_mirar,
    button: () => `${m.varios_mirar()}…`,
    text: m.decidir_texto_comentario,
    many: { title: m.varios_mirar, cause: m.causa_mirar },
  },
  vinculo: {
    letter: 'L',
    says: m.teclas_cola_vinculo,
    button: m.decidir_vinculo,
    text: m.decidir_texto_comentario,
    many: { title: m.varios_vinculo, cause: (howMany) => `${m.varios_hacerlo(howMany)}…` },
  },
  unlink: { letter: 'U', says: m.teclas_cola_desvincular, button: m.decidir_desvincular },
  history: { letter: 'H', says: m.teclas_cola_historia },
  undo: { letter: 'Z', says: m.teclas_cola_deshacer },
  redo: { letter: 'Y', says: m.teclas_cola_rehacer },
} as const satisfies Readonly<Record<string, DeedRow>>;

export type Deed = keyof typeof DEEDS;
const rowOf = (deed: Deed): DeedRow => DEEDS[deed];
const ALL = Object.keys(DEEDS).filter((name): name is Deed => name in DEEDS);

export type Form = Exclude<Decision['tipo'], 'no_es'>;
/** Actions on many coupons. `accept`: links each coupon with its own operation. `vinculo`: links all coupons with one operation. */
export type BulkDeed = 'accept' | Form;

export const BUTTONS = ALL.flatMap((deed) => {
  const { button } = rowOf(deed);
  return button === undefined ? [] : [{ deed, words: button }];
});
export const BULK_DEEDS = (['accept', 'explicado', 'ajuste', 'reclamo', 'mirar', 'nota', 'vinculo'] as const).map(
  (what) => ({ what, ...rowOf(what).many }),
);
export const titleOfMany = (deed: BulkDeed, n: number): string => rowOf(deed).many?.title({ n }) ?? '';
export const labelOfText = (form: Form): string => DEEDS[form].text();

export const deedOf = (letter: string): Deed | undefined =>
  ALL.find((deed) => rowOf(deed).letter === letter.toUpperCase());

/** True for an action that opens a form or a list; other actions decide at once. */
export const hasForm = (deed: Deed): boolean => deed === 'history' || rowOf(deed).text !== undefined;

/** Undo and redo are shown as `Ctrl Z` and `Ctrl Y`, as in other programs; their letters work without Ctrl too. */
const withControl = (deed: Deed): boolean => deed === 'undo' || deed === 'redo';
const showKey = (deed: Deed): string => (withControl(deed) ? `Ctrl ${rowOf(deed).letter}` : rowOf(deed).letter);

/** The list of keys with an action; `DeedKeys.svelte` has the keys that move through the queue. */
export const QUEUE_KEYS = ALL.map((deed) => [showKey(deed), rowOf(deed).says] as const);

export function hintOf(deed: Deed): { readonly 'aria-keyshortcuts': string; readonly title: string } {
  const letter = rowOf(deed).letter.toLowerCase();
  return {
    'aria-keyshortcuts': withControl(deed) ? `Control+${letter} ${letter}` : letter,
    title: m.decidir_tecla({ tecla: showKey(deed) }),
  };
}

/** The proposed operation of a coupon, and the difference of their amounts. Undefined if the coupon is decided, or if operation or amount is missing. */
export function proposalOf(
  cupon: ExplainedCupon,
): { readonly operacion: string; readonly difference: string } | undefined {
  const candidate = cupon.decision?.resuelto === true ? undefined : cupon.candidatos[0];
  const operacion = idOfOperation(candidate);
  const difference = candidate === undefined ? undefined : differenceWith(cupon.cupon, candidate);
  return operacion === undefined || difference === undefined ? undefined : { operacion, difference };
}

/** The link of all coupons and operations of a divided sale. Undefined for another coupon, and if the coupon is decided or not all are kept here. */
export function linkOfDivision(cupon: ExplainedCupon): Decision | undefined {
  const { division, decision } = cupon;
  if (division === undefined || decision?.resuelto === true) return undefined;
  const all = [cupon, ...division.otros];
  const cupones = all.flatMap((one) => placeOf(one) ?? []);
  if (cupones.length < all.length) return undefined;
  return { tipo: 'vinculo', cupones, operaciones: [...division.operaciones] };
}

/** The words of the button that accepts what the panel proposes. */
export function wordsOfAccepting(cupon: ExplainedCupon): string {
  const { division } = cupon;
  if (division !== undefined && linkOfDivision(cupon) !== undefined) {
    const { otros, operaciones } = division;
    return otros.length > 0
      ? m.decidir_vincular_cupones({ n: formatNumber(otros.length + 1) })
      : m.decidir_vincular_operaciones({ n: formatNumber(operaciones.length) });
  }
  const { difference = '0' } = proposalOf(cupon) ?? {};
  return isZero(difference)
    ? m.decidir_es_esta()
    : m.decidir_es_esta_difiere({ importe: formatAmount(difference.replace('-', '')) });
}

/** True when another coupon is linked with the proposed operation, so that the core would refuse the link. */
export const isProposalHeld = (cupon: ExplainedCupon): boolean =>
  proposalOf(cupon) !== undefined && cupon.candidatos[0]?.tomada === true;

/** True when linking is the main action: the sale is divided, or the operation is likely and its amount is near the coupon's. */
export function isLinkAdvised(explained: ExplainedCupon): boolean {
  const { cupon, certeza, motivo, candidatos } = explained;
  const [first] = candidatos;
  return (
    linkOfDivision(explained) !== undefined || (isLikely(certeza, first) && !isLookedAtAlone(cupon, first, motivo))
  );
}

export function deedsFor(cupon: ExplainedCupon): ReadonlySet<Deed> {
  if (placeOf(cupon) === undefined) return new Set();
  const { decision } = cupon;
  const isProposed = proposalOf(cupon) !== undefined;
  const isAcceptable = linkOfDivision(cupon) !== undefined || (isProposed && !isProposalHeld(cupon));
  return new Set<Deed>([
    ...(isProposed ? (['reject'] as const) : []),
    ...(isAcceptable ? (['accept'] as const) : []),
    ...(decision?.resuelto === true ? [] : (['explicado'] as const)),
    ...(['nota', 'ajuste', 'reclamo', 'mirar', 'history', 'undo', 'redo'] as const),
    (decision?.vinculo ?? null) === null ? 'vinculo' : 'unlink',
  ]);
}

/** Links a coupon with an operation. `difference` is what the person saw; if the amounts differ by more, the core refuses. */
export const linkWith = (cupon: ReadingPlace, operacion: string, difference: string): Decision => ({
  tipo: 'vinculo',
  cupones: [cupon],
  operaciones: [operacion],
  tolerancia: difference.replace(/^-/, ''),
});

/** The main action for the coupons of a cause, by reason. For other reasons, the operation of each coupon is accepted. */
const OF_CAUSES: Readonly<Partial<Record<StatedCause['motivo'], BulkDeed | 'download'>>> = {
  FUERA_DE_COBERTURA: 'download',
  COMERCIO_AJENO: 'explicado',
  DUPLICADO_EN_CARGA: 'explicado',
  YA_USADA: 'explicado',
  DEVUELTA: 'explicado',
  AMBIGUO: 'nota',
  DIVIDIDA: 'nota',
  SIN_OPERACION: 'reclamo',
};
/** `download`: the coupons' days have to be downloaded first. */
export const deedOfCause = ({ motivo }: Pick<StatedCause, 'motivo'>): BulkDeed | 'download' =>
  OF_CAUSES[motivo] ?? 'accept';

/** The words of a cause's main button. One claim covers a whole batch of a terminal (*lote*). */
export function wordsOfCause(cause: StatedCause): string {
  const deed = deedOfCause(cause);
  if (deed === 'download') return m.causa_descargar(withText(cause.cupones));
  if (cause.codigo === 'LOTE_SIN_OPERACIONES' && deed === 'reclamo') return m.causa_reclamar_lote();
  const howMany = withText(cause.cupones);
  return DEEDS[deed].many.cause({ ...howMany, los: m.los_n(howMany) });
}

const DONE: Readonly<Record<Done['what'], Words>> = {
  vinculo: m.decidir_hecho_vinculo,
  no_es: m.decidir_hecho_no_es,
  explicado: m.decidir_hecho_explicado,
  ajuste: m.decidir_hecho_ajuste,
  nota: m.decidir_hecho_nota,
  reclamo: m.decidir_hecho_reclamo,
  mirar: m.decidir_hecho_mirar,
  deshecha: m.se_deshizo,
};

function sayDone({ what, n, difference = '0' }: Done): string {
  if (!isZero(difference))
    return m.decidir_hecho_vinculo_difiere({ importe: formatAmount(difference.replace('-', '')) });
  if (n === 1) return DONE[what]();
  const many = withText(n);
  return what === 'deshecha' ? m.decidir_hecho_deshechas(many) : m.decidir_hecho_varios(many);
}

/** The words of the undo button; after an undo, it offers the decision before. */
export const wordsOfUndo = (done: Done | undefined): string =>
  done?.what === 'deshecha' ? m.decidir_deshacer_anterior() : m.deshacer();

function nameCupon({ cupon, fila }: NonNullable<Done['cupon']>): string | undefined {
  const number = cupon.comprobante ?? cupon.wallet_referencia;
  if (number !== undefined) return m.panel_cupon_n({ n: number });
  return fila === null ? undefined : m.fila_n({ n: formatNumber(fila) });
}

/** Row numbers that fit in the line below the queue. */
const FEW_ROWS = 6;

export function describeDone(done: Done): string {
  const name = done.cupon === undefined ? undefined : nameCupon(done.cupon);
  const said = name === undefined ? sayDone(done) : `${name} · ${sayDone(done)}`;
  const refused = done.refused ?? [];
  if (refused.length === 0) return said;
  const rows = refused.slice(0, FEW_ROWS).map(formatNumber);
  if (refused.length > FEW_ROWS) rows.push('…');
  const listed = new Intl.ListFormat(getLocale()).format(rows);
  return `${said} ${m.decidir_hecho_rechazadas({ ...withText(refused.length), filas: listed })}`;
}
