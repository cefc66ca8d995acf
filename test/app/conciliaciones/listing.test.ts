import { expect } from 'vitest';
import { createQuietLedgers } from '../open/quiet-ledgers.ts';
import { createCaches } from '#app/open/caches.ts';
import { createMissing, listKept, listUploads, notePresence, type LocalSources } from '#app/conciliaciones/listing.ts';
import type { Conciliacion } from '#domain/conciliacion.ts';
import { getDataFolder } from '#platform/data-folder.ts';
import { systemClock } from '#platform/system-clock.ts';
import type { Results } from '#storage/results/open.ts';
import { civilDay } from '../../domain/civil-day.ts';
import { aConciliacion } from '../../domain/a-conciliacion.ts';
import { test as base } from '../../platform/temporary-folder.ts';
import { addSent } from '../../storage/ledger/drafts.ts';
import { aStoredCupon } from '../../storage/results/a-stored-cupon.ts';

const ACCOUNT = { id: '0123456789abcdef', nombre: 'La Espiga' };
/** 10:00 on 21/11/2026 in Buenos Aires. */
const NOW = Date.UTC(2026, 10, 21, 13);
const clock = { ...systemClock, now: () => NOW };
const never = (): never => {
  throw new Error('there is a ledger');
};
const readOn = (id: string, date: string): Conciliacion =>
  aConciliacion({ id, fecha: civilDay(date), total: 2, nuevos: 2, conciliados: 1, sinConciliar: 1 });

interface World {
  readonly local: LocalSources & { readonly kept: Results };
  readonly keep: (id: string, date: string, upload?: string) => void;
  /** Makes an upload whose reconciliation at the service is `id`; returns the upload's id. */
  readonly upload: (id: string) => string;
}

const test = base.extend<{ world: World }>({
  world: async ({ folder }, use) => {
    const data = getDataFolder(folder);
    const caches = createCaches({ data, clock: systemClock, onNotice: () => undefined });
    const ledgers = createQuietLedgers({ data, clock });
    const stored = await caches.results(ACCOUNT as never);
    const ledger = await ledgers.open(ACCOUNT as never);
    await use({
      local: { ledger, kept: stored, account: ACCOUNT.id, nameOf: () => undefined },
      keep: (id, date, upload) => {
        const reading = stored.begin(id);
        reading.add([
          aStoredCupon('conciliado', { fecha_venta: '2026-10-02' }),
          aStoredCupon('sin_conciliar', { fecha_venta: '2026-10-30', importe: '50.50' }),
        ]);
        const files = upload === undefined ? [] : ['ventas.xlsx'];
        reading.finish({ encabezado: readOn(id, date), carga: upload ?? null, archivos: files }, NOW);
      },
      upload: (id) => {
        const sale = { importe: '1.00', fecha_venta: '2026-10-01' };
        const upload = addSent(ledger, [sale], { cuenta: ACCOUNT.id, archivos: ['ventas.xlsx'] });
        ledger.note(upload, [{ kind: 'decidida', clave: `adoptar:${id}` }]);
        return upload;
      },
    });
    await caches.close();
    ledgers.close();
  },
});

test('what is kept is told with its amounts and its days, without the service', ({ world: { local, keep } }) => {
  keep('7', '2026-11-20');
  expect(listKept(local)).toEqual([
    expect.objectContaining({
      id: '7',
      leida: {
        leido: '2026-11-21 10:00:00',
        conciliados: 1,
        sin_conciliar: 1,
        importe_conciliado: '100.00',
        importe_sin_conciliar: '50.50',
        contados: { conciliados: 1, sin_conciliar: 1 },
        desde: '2026-10-02',
        hasta: '2026-10-30',
      },
    }),
  ]);
});

test('what a whole list of its days lacks is not on the service any more, until it is', ({
  world: { local, keep },
}) => {
  keep('7', '2026-11-20');
  keep('8', '2026-08-01');
  const list = { desde: civilDay('2026-09-01'), hasta: civilDay('2026-11-21') };
  notePresence(local, { ...list, listed: [] }, NOW);
  const missing = (): readonly string[] => listKept(local).flatMap(({ id, ausente }) => (ausente === true ? [id] : []));
  expect(missing()).toEqual(['7']); // the list does not cover the other
  notePresence(local, { ...list, listed: [readOn('7', '2026-11-20')] }, NOW);
  expect(missing()).toEqual([]);
});

test('of the last day of a list nothing is said to be gone', ({ world: { local, keep } }) => {
  keep('7', '2026-11-21');
  const missing = (): readonly string[] => listKept(local).flatMap(({ id, ausente }) => (ausente === true ? [id] : []));
  notePresence(local, { listed: [], desde: civilDay('2026-09-01'), hasta: civilDay('2026-11-21') }, NOW);
  expect(missing()).toEqual([]);
  notePresence(local, { listed: [], desde: civilDay('2026-09-01'), hasta: civilDay('2026-11-22') }, NOW);
  expect(missing()).toEqual(['7']);
});

test('an upload says that its reconciliation is not there, unless something happened to it since', ({
  world: { local, upload },
}) => {
  const uploadId = upload('7');
  const missing = () => createMissing(local.ledger ?? never(), local.kept)(uploadId, '7');
  expect(missing()).toEqual({});
  local.kept.markMissing('7', NOW);
  expect(missing()).toEqual({ ausente: true });
  local.kept.reappear('7');
  expect(missing()).toEqual({});
  local.kept.markMissing('7', NOW - 1); // earlier than the last event of the upload
  expect(missing()).toEqual({});
  local.ledger?.noteDeletion('7', NOW);
  local.kept.remove('7');
  expect(missing()).toEqual({ borrada: true });
  expect(listUploads(local)).toEqual([
    expect.objectContaining({ carga: uploadId, archivo: 'ventas.xlsx', estado: 'PREPARADA' }),
  ]);
});
