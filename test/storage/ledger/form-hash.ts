import { createHash } from 'node:crypto';
import { z } from 'zod';

/** What a JSON schema says of the form of a value, whatever else a version of zod writes in it. */
const SAYS = new Set(['type', 'properties', 'required', 'enum', 'const', 'anyOf', 'oneOf', 'items']);
function formOf(schema: unknown, ofNames = false): unknown {
  if (Array.isArray(schema)) return schema.map((one: unknown) => formOf(one));
  if (typeof schema !== 'object' || schema === null) return schema;
  const said = Object.entries(schema).filter(([key]) => ofNames || SAYS.has(key));
  return said.map(([key, value]) => [key, formOf(value, key === 'properties')]);
}
/** Tells whether the form of what is written changed. */
export const hashOf = (form: z.ZodType): string =>
  createHash('sha256')
    .update(JSON.stringify(formOf(z.toJSONSchema(form, { io: 'input' }))))
    .digest('hex')
    .slice(0, 12);
