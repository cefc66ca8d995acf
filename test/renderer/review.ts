/** A file under review, and the wizard around it. */
import type { ReviewDocument, ReviewSummary } from '#contract/revision.ts';
import { ConciliarState } from '../../src-renderer/features/wizard/conciliar.svelte.ts';
import { Session } from '../../src-renderer/shared/session.svelte.ts';
import { Jobs } from '../../src-renderer/shared/jobs.svelte.ts';
import { TakenUp } from '../../src-renderer/shared/taken-up.ts';
import type { UploadState } from '../../src-renderer/features/sending/upload.svelte.ts';
import { makeApi, memoryStorage, ACCOUNT } from './double.ts';

export const SUMMARY: ReviewSummary = {
  version: 4,
  filas: 4,
  listas: 3,
  conError: 0,
  conAviso: 1,
  importe: '0.00',
  omitidas: 1,
  ignoradas: 0,
  lineasDeTotal: 0,
  campos: ['fecha_venta', 'importe'],
  avisos: [],
  enviados: [],
  yaEnviado: { cupones: 0, de: 3, mayoria: false },
  deshacer: false,
  rehacer: false,
};
/** A coupon of the file, as it was sent before. */
export const SENT_BEFORE: ReviewSummary['enviados'][number] = {
  ...{ carga: '01M82K577G249HD6WT5NWWFA2S', archivo: 'a.csv', dia: '2026-11-21' },
  ...{ cupones: 1, omitidos: 0, conError: 0, importe: '1.00', conciliacion: null },
};
/** Rows without a file. */
export const REVIEW: ReviewDocument = {
  revision: 'R1',
  estado: 'filas',
  archivos: [],
  conProblema: [],
  resumen: SUMMARY,
  arreglos: null,
  carga: null,
};
const LEGIBLE: ReviewDocument['archivos'][number] = {
  nombre: 'ventas de la caja.xlsx',
  origen: 0,
  conCupones: [],
  hojas: [],
  problema: null,
  tabla: { hoja: null, hojas: [], encabezado: 1, filas: 4, plantilla: null, columnas: [], vista: [], dudas: [] },
  avisos: [],
};
export const READ: ReviewDocument = { ...REVIEW, archivos: [LEGIBLE] };
/** `READ` after it was sent as the upload C1. */
export const SENT: ReviewDocument = { ...READ, estado: 'enviada', carga: 'C1' };
export const CHANGED = { resumen: SUMMARY, cambiadas: 1, fila: null };

/** The upload C1 as the account has it. */
export const recentOf = (estado: string) => ({ carga: 'C1', archivos: [], at: 0, cupones: 3, estado, id: '48213' });
export const fileNamed = (name: string): File => new File(['x'], name);

/** The wizard of an account, with these answers; a file that is brought has been read. */
export async function renderWizard(answers: Parameters<typeof makeApi>[0]) {
  const api = makeApi({ 'cuentas.listar': () => [ACCOUNT], 'revision.empezar': () => READ, ...answers });
  const session = new Session(api);
  await session.read();
  let now = 0;
  const freshness = { updateBehind: async () => undefined };
  const jobs = new Jobs();
  /** The uploads that the wizard left, and those whose call has ended since. */
  const left: UploadState[] = [];
  const settled: UploadState[] = [];
  const estado = new ConciliarState(
    {
      ...{ api, session, jobs, freshness, period: { today: '2026-11-24' }, takenUp: new TakenUp(memoryStorage()) },
      background: { take: (upload) => void left.push(upload), settle: (upload) => void settled.push(upload) },
    },
    () => (now += 1000),
  );
  return { api, estado, session, jobs, left, settled };
}

export async function bringFile(answers: Parameters<typeof makeApi>[0], name = 'a.xlsx') {
  const wizard = await renderWizard(answers);
  await wizard.estado.bring([fileNamed(name)]);
  return wizard;
}
