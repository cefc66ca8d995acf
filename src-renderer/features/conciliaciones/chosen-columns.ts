import type { ChosenColumn } from '../../ui/grid/types.ts';

type ChosenByPart = Readonly<Record<string, readonly ChosenColumn[]>>;
const KEY = 'conciliador.resultado.columnas';

/** The columns as the person left them in each part of a result; none when what is stored cannot be read. */
export function readChosenColumns(storage: Pick<Storage, 'getItem'>): ChosenByPart {
  const text = storage.getItem(KEY);
  if (text === null) return {};
  try {
    // `rememberColumns` wrote it from the same type.
    return JSON.parse(text) as ChosenByPart;
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

export const rememberColumns = (storage: Pick<Storage, 'setItem'>, chosen: ChosenByPart): void =>
  storage.setItem(KEY, JSON.stringify(chosen));
