import { copyFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DAY_MS } from '#domain/clock.ts';
import { nameBackup, toLedger, writeBackup } from '#storage/backup/file.ts';
import { findFullest, judgeFile, refuseNewerAmong } from '#storage/backup/judge.ts';
import { hasBackups, listBackups } from '#storage/backup/places.ts';
import { readContent, type LedgerBackups } from '#storage/ledger/index.ts';

const SOURCE = { cuenta: { id: '0123456789abcdef', nombre: 'Tienda' }, pc: { id: '01234567', nombre: 'CAJA' } };

/** The backups beside a ledger, without the process that verifies backups: tests made them. */
export function backupsBeside(ledger: string, clock: { now(): number }): LedgerBackups {
  const folder = path.join(path.dirname(ledger), 'copias');
  return {
    exist: () => hasBackups(folder),
    async makeDaily() {
      const all = await listBackups(folder);
      const now = clock.now();
      if (readContent(ledger)?.eventos === 0 || all.some(({ hecha }) => hecha <= now && hecha > now - DAY_MS)) return;
      mkdirSync(folder, { recursive: true });
      await writeBackup(ledger, path.join(folder, nameBackup(SOURCE, now)), {});
    },
    async takeFullest() {
      const all = await listBackups(folder);
      const judged = all.map((one) => ({ ...one, verdict: judgeFile(one.ruta) }));
      refuseNewerAmong(judged);
      const fullest = findFullest(judged);
      if (fullest === undefined) return undefined;
      const ruta = path.join(folder, 'taken.db');
      rmSync(ruta, { force: true });
      copyFileSync(fullest.ruta, ruta);
      toLedger(ruta);
      return { nombre: fullest.nombre, ruta, contenido: fullest.verdict.contenido };
    },
  };
}

export const namesBeside = (ledger: string): string[] =>
  readdirSync(path.join(path.dirname(ledger), 'copias'))
    .filter((name) => name.startsWith('Tienda'))
    .sort();
