import path from 'node:path';
import { isLockFile } from '#domain/lock-file.ts';
import { tellTo, type Statement } from '#domain/texts/statements.ts';

/**
 * Leaves out the lock files that a spreadsheet program makes while a workbook is open, and tells each one. When no other file was given they
 * stay: reading them says what they are.
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
