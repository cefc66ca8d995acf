/**
 * Packs the findings of an import on their way out of the worker. A file can have several per row, each with its sentence: as objects they would be
 * most of the memory of an import. Packed they take a twentieth; they become objects again when the worker and all its memory are gone.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { SheetFindings } from '#domain/cupones/validation.ts';
import type { RowNotice, RowError } from '#domain/finding.ts';

/** The fastest level: the sentences repeat so much that higher levels hardly gain. */
const LEVEL = 1;

export function packFindings(found: SheetFindings): Uint8Array<ArrayBuffer> {
  // A copy, because zlib's result may be a piece of a shared buffer, and this one is moved to another thread.
  return new Uint8Array(deflateRawSync(JSON.stringify(found), { level: LEVEL }));
}

/** The findings of several packs, in order. Only one pack at a time is text, and texts that packs repeat are kept once. */
export function unpackFindings(packs: readonly Uint8Array[]): SheetFindings {
  const errors: RowError[] = [];
  const notices: RowNotice[] = [];
  const texts = new Map<string, string>();
  const shareText = (_key: string, value: unknown): unknown => {
    if (typeof value !== 'string') return value;
    const known = texts.get(value);
    if (known === undefined) texts.set(value, value);
    return known ?? value;
  };
  for (const pack of packs) {
    const found: SheetFindings = JSON.parse(inflateRawSync(pack).toString('utf8'), shareText);
    for (const one of found.errores) errors.push(one);
    for (const one of found.avisos) notices.push(one);
  }
  return { errores: errors, avisos: notices };
}
