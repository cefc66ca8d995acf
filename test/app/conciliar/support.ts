import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { CuponField } from '#domain/cupon.ts';
import type { CorrectedValues } from '#contract/revision.ts';
import type { Bridge } from '#domain/till-bridge.ts';
import { createSent } from '#app/uploaded/sent.ts';
import { askOf, type Asked } from '../context.ts';
import { createQuietLedgers } from '../open/quiet-ledgers.ts';
import { createReviews } from '#app/open/index.ts';
import type { Reconcile } from '#app/conciliar/reconcile.ts';
import { createSentUploads } from '#app/conciliar/methods.ts';
import { createRevision, type Revision } from '#app/conciliar/revision.ts';
import { bridgeOf } from '#app/upload/report-source.ts';
import { getDataFolder } from '#platform/data-folder.ts';
import { systemClock } from '#platform/system-clock.ts';
import { createTestImport } from './importer.ts';
import { test as base } from '../../platform/temporary-folder.ts';
import { parseCanonicalText } from '#domain/cupon.ts';
import { addSent } from '../../storage/ledger/drafts.ts';

/** 10:00 on 21/11/2026 in Buenos Aires. */
const NOW = Date.UTC(2026, 10, 21, 13);
const clock = { ...systemClock, now: () => NOW };
const ACCOUNT = { id: '0123456789abcdef', nombre: 'La Espiga' };

/** Six rows: a full card number, an impossible date, an invalid amount, and the same sale twice. */
export const CSV = `Fecha;Tarjeta;Últimos 4;Comprobante;Terminal;Lote;Importe
01/11/2026;Visa;4905;00001;20014832;312;1.500,00
02/11/2026;Visa;4507990000000010;00002;20014832;312;10,00
31/11/2026;Maestro;0459;00003;20014832;313;20,00
01/11/2026;Visa;4905;00001;20014832;312;1.500,00
03/11/2026;Cabal;1234;00004;20014833;1;12.450.00
03/11/2026;Cabal;4507990000000028;00005;20014833;1;30,50
`;

interface World {
  readonly revision: Asked<Revision>;
  readonly reopen: () => Asked<Revision>;
  readonly enviados: string[];
  /** The bridge of the last upload, as in its report when every coupon was reported. */
  readonly bridgeOfLast: () => Promise<Bridge>;
  /** The values of the last upload that differ from its files, as the ledger keeps them. */
  readonly correctedOfLast: () => Promise<CorrectedValues>;
  /** Sends a coupon outside the wizard, with the same ledger. */
  readonly sendAside: (text: string) => Promise<void>;
}

interface Fixtures {
  readonly writeFile: (content: string, name?: string) => Promise<string>;
  readonly world: World;
  readonly review: (content: string, name?: string) => ReturnType<typeof readReview>;
}

export const test = base.extend<Fixtures>({
  writeFile: async ({ folder }, use) => {
    await use(async (content, name = 'cupones.csv') => {
      await writeFile(path.join(folder, name), content);
      return path.join(folder, name);
    });
  },
  world: async ({ folder }, use) => {
    const data = getDataFolder(path.join(folder, 'datos'));
    const sent: string[] = [];
    let bridgeOfLast = (): Promise<Bridge> => Promise.reject(new Error('nothing was sent'));
    let correctedOfLast = (): Promise<CorrectedValues> => Promise.reject(new Error('nothing was sent'));
    const closers: (() => void)[] = [];
    const aside: ((text: string) => Promise<void>)[] = [];
    const openReview = (): Asked<Revision> => {
      const ledgers = createQuietLedgers({ data, clock });
      const reviews = createReviews(data);
      closers.push(ledgers.close, reviews.close);
      aside.push(async (text) => {
        const ledger = await ledgers.open(ACCOUNT as never);
        addSent(ledger, [parseCanonicalText(text)], { cuenta: ACCOUNT.id, archivos: ['aparte.csv'] });
      });
      const importer = createTestImport(data.templates, clock);
      // Uploads are tested elsewhere: this one freezes its draft and answers.
      const send: Reconcile['send'] = async (_input, readDraft) => {
        const ledger = await ledgers.open(ACCOUNT as never);
        const { carga } = await readDraft(ledger, ACCOUNT as never);
        ledger.freeze(carga, { marcador: 'ninguno', nonce: 'n' });
        sent.push(...ledger.readTexts(carga, 1, 1000, []));
        correctedOfLast = () =>
          createSentUploads({
            choose: () => Promise.resolve(ACCOUNT as never),
            ledgers,
            caches: { existingResults: () => Promise.resolve(undefined) },
          }).corregidos({ cuenta: undefined, carga });
        bridgeOfLast = () => {
          ledger.disposeWithoutReading(carga, [{ desde: 1, hasta: 1000, disposicion: 'conciliado' }]);
          return Promise.resolve(bridgeOf(ledger, carga));
        };
        return { carga, estado: 'ENVIANDO', codigo: 'CARGA_INTERRUMPIDA', mensaje: '', enviados: 0, pendientes: 0 };
      };
      const revision = createRevision({
        choose: () => Promise.resolve(ACCOUNT as never),
        reviews,
        ledgers,
        sent: createSent({ ledgers, caches: { existingResults: () => Promise.resolve(undefined) } }),
        importer,
        reconcile: { send },
        fixesOf: () => Promise.resolve({ version: 0, fixes: [] }),
        clock,
        random: Math.random,
      });
      return askOf(revision);
    };
    await use({
      revision: openReview(),
      reopen: () => {
        for (const close of closers.splice(0)) close();
        return openReview();
      },
      enviados: sent,
      bridgeOfLast: () => bridgeOfLast(),
      correctedOfLast: () => correctedOfLast(),
      sendAside: async (text) => {
        await aside.at(-1)?.(text);
      },
    });
    for (const close of closers) close();
  },
  review: async ({ world, writeFile }, use) => {
    await use(async (content, name) => readReview(world.revision, [await writeFile(content, name)]));
  },
});

export async function readReview(revision: Asked<Revision>, files: string[]) {
  const { revision: name } = await revision.empezar({ archivos: files });
  const document = await revision.leer({ revision: name });
  const show = (filter: 'todas' | 'error' | 'aviso' = 'todas', text?: string) =>
    revision.filas({
      ...{ revision: name, filtro: filter, desde: 0, limite: 500 },
      ...(text === undefined ? {} : { texto: text }),
    });
  const findRow = async (number: number) => {
    const found = (await show()).filas.find((one) => one.fila === number);
    if (found === undefined) throw new Error(`no row ${String(number)}`);
    return found;
  };
  const correct = async (number: number, field: CuponField, value: string, all = false) =>
    revision.corregir({ revision: name, fila: (await findRow(number)).id, campo: field, valor: value, todas: all });
  const leaveOut = (rows: 'errores' | 'enviados' | number[], omitir = true) =>
    revision.omitir({ revision: name, filas: rows, omitir });
  const send = async () => revision.enviar({ revision: name, version: (await show()).version });
  return { nombre: name, document, ver: show, fila: findRow, correct, leaveOut, send };
}
