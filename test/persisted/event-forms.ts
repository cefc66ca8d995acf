/** Texts whose value says nothing of the form: names, numbers, dates and what the service said. */
const FREE = new Set([
  'candidatas',
  'desde',
  'detalle',
  'estado',
  'fecha',
  'hasta',
  'hash',
  'huella',
  'huerfanas',
  'id',
  'ids',
  'leido',
  'nonce',
  'origenDesde',
  'origenHasta',
]);

function formOfValue(value: unknown, key: string, kind: string): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[${formOfValue(value[0], key, kind)}]`;
  if (typeof value === 'object') {
    const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${fields.map(([name, one]) => `${name}:${formOfValue(one, name, kind)}`).join(',')}}`;
  }
  if (typeof value !== 'string') return typeof value === 'boolean' ? String(value) : 'n';
  if (key === 'clave') return value.split(':')[0] ?? '';
  return FREE.has(key) || (key === 'motivo' && kind === 'perdida') ? 's' : `'${value}'`;
}

/** What two events have in common when nothing tells them apart but numbers and free texts: their fields, their kinds of value, their words. */
export function formOfEvent(kind: string, detail: string): string {
  return `${kind} ${formOfValue(JSON.parse(detail), '', kind)}`;
}
