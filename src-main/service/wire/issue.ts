/** The issues of our wire schemas: each carries the form that a value does not have, as data and in words. */
import * as z from 'zod';
import { SHAPES, type Shape, type ShapeProblems } from '#domain/shape.ts';
import { EXPECTED } from '#domain/texts/shapes.ts';

export const issueOf = (forma: Shape, input: unknown, path: PropertyKey[] = []) => ({
  code: 'custom' as const,
  message: EXPECTED[forma].console,
  params: { forma },
  path,
  input,
});

const params = z.object({ forma: z.enum(SHAPES) });
/** An answer that is all wrong shows it in the first few. */
const MAX_PROBLEMS = 5;

/** What a schema found wrong. Names of fields and expected forms, no values. */
export function problemsOf({ issues }: z.ZodError): ShapeProblems {
  const [first, ...rest] = issues.slice(0, MAX_PROBLEMS).map((issue) => ({
    campo: issue.path.map(String).join('.'),
    forma: params.parse(issue.code === 'custom' ? issue.params : undefined).forma,
  }));
  if (first === undefined) throw new Error('A schema refused a value without an issue');
  return [first, ...rest];
}
