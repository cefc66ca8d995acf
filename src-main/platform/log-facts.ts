/**
 * The permitted facts of the log: named, and each of a known shape. No shape has room for a card number (13 to 19 digits) or a secret, so that a
 * mistake in a call loses a fact instead of leaking one.
 */

const word = /^[a-z]{1,16}(?:[._][a-z]{1,16}){0,4}$/;
const code = /^[A-Z]{1,20}(?:_[A-Z]{1,20}){0,4}$/;
/**
 * A method: `v1/operaciones`, `oauth/access_token`, `cargas/conciliar`. The service's own names with hyphens are listed one by one: any other words
 * with hyphens between them may be a password.
 */
const method =
  /^(?:(?:[a-z]{1,20}|v\d)(?:[_/][a-z]{1,20}){0,4}|(?:conciliar-operaciones|liquidaciones|impuestos)(?:-(?:listar|ver|resultado|borrar|totales|conciliadas))?)$/;
const accountId = /^[0-9a-f]{16}$/;
const ulid = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
const digitRun = /\d{12}/;

const createTextField = (shape: RegExp) => (value: unknown) =>
  typeof value === 'string' && shape.test(value) && !digitRun.test(value) ? value : undefined;
const oneOf = (...values: readonly string[]) => {
  return (value: unknown) => (typeof value === 'string' && values.includes(value) ? value : undefined);
};
/** Counts, sizes and milliseconds, which never have more than ten digits. */
const count = (value: unknown) =>
  typeof value === 'number' && Number.isFinite(value) && Math.abs(value) < 1e10 ? Math.round(value) : undefined;
const keepFlag = (value: unknown) => (typeof value === 'boolean' ? value : undefined);

const PERMITTED: ReadonlyMap<string, (value: unknown) => string | number | boolean | undefined> = new Map(
  Object.entries({
    metodo: createTextField(method),
    modo: oneOf('cuerpo', 'consulta', 'ambos'),
    fase: oneOf('lectura', 'validacion', 'envio', 'espera', 'resultado', 'auditoria', 'informe'),
    codigo: createTextField(code),
    cuenta: createTextField(accountId),
    carga: createTextField(ulid),
    estado: (value: unknown) => count(value) ?? createTextField(code)(value),
    salida: count,
    ms: count,
    esperaMs: count,
    intento: count,
    bytes: count,
    filas: count,
    validas: count,
    conError: count,
    enviados: count,
    pendientes: count,
    tanda: count,
    tandas: count,
    cuarentena: count,
    generacion: count,
    completo: keepFlag,
  }),
);

/** The event's name, or `evento.invalido` if it is not a dotted lower-case word. */
export const pickPermittedEvent = (event: string): string => createTextField(word)(event) ?? 'evento.invalido';

/** The facts on the list that have their shape; `omitidos` counts the others. */
export function pickPermittedFacts(
  facts: Readonly<Record<string, unknown>>,
): Record<string, string | number | boolean> {
  const out: Record<string, string | number | boolean> = {};
  let dropped = 0;
  for (const [name, value] of Object.entries(facts)) {
    const kept = PERMITTED.get(name)?.(value);
    if (kept === undefined) dropped += 1;
    else out[name] = kept;
  }
  return dropped === 0 ? out : { ...out, omitidos: dropped };
}
