import path from 'node:path';
import { isLockFile } from '#domain/lock-file.ts';
import { tellTo, type Statement } from '#domain/texts/statements.ts';

/**
 * The files that a person gave, without those that a spreadsheet program leaves while a workbook is open, each of which is told. When there is
 * nothing else they stay: the reading says what they are.
 */
export function leaveOutLockFiles(
  archivos: readonly string[],
  onNotice: (texto: string, dicho: Statement) => void,
): readonly string[] {
  const [locks, rest] = [true, false].map((wanted) =>
    archivos.filter((archivo) => isLockFile(path.basename(archivo)) === wanted),
  );
  if (rest === undefined || rest.length === 0) return archivos;
  for (const lock of locks ?? []) tellTo(onNotice, 'bloqueo_apartado', { nombre: path.basename(lock) });
  return rest;
}
