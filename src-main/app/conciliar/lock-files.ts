import path from 'node:path';
import { isLockFile } from '#workbook/read/sniff.ts';
import { tellTo, type Statement } from '#domain/texts/statements.ts';

/** Leaves out the files that are not to be read. */
export type LeaveOut = (files: readonly string[]) => readonly string[];

/**
 * Leaves out the lock files that a spreadsheet program makes while a workbook is open, and tells each one. When no other file was given they
 * stay: reading them says what they are.
 */
export function leaveOutLockFiles(
  files: readonly string[],
  onNotice: (text: string, said: Statement) => void,
): readonly string[] {
  const isLock = (file: string): boolean => isLockFile(path.basename(file));
  const rest = files.filter((file) => !isLock(file));
  if (rest.length === 0) return files;
  for (const lock of files.filter(isLock)) tellTo(onNotice, 'bloqueo_apartado', { nombre: path.basename(lock) });
  return rest;
}
