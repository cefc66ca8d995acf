import { format } from 'oxfmt';
import settings from '../.oxfmtrc.json' with { type: 'json' };

/** Formats a generated text like `npm run format`. `file`: its name decides the language. */
export async function formatText(file: string, text: string): Promise<string> {
  const { printWidth, singleQuote } = settings;
  const { code, errors } = await format(file, text, { printWidth, singleQuote });
  if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ message }) => message).join('; ')}`);
  return code;
}
